"""What a simulation is played with, from the arguments of a command."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tui.commands.command_error import RefusalError
from tui.commands.find_scenario import add_engine, positive, refusal
from tui.messages import simulation as say

if TYPE_CHECKING:
    from lab.simulate import Means
    from rules.engines import Engine


def add_means(parser: argparse.ArgumentParser) -> None:
    """Add the options for what plays."""
    parser.add_argument("--jobs", metavar="N", type=positive, default=1, help=say.JOBS())
    parser.add_argument("--cluster", metavar="ADDRESS", help=say.CLUSTER())
    add_engine(parser)


@contextmanager
def means_of(arguments: argparse.Namespace, engine: "Engine", backend: str = "python") -> Iterator["Means"]:
    """Yield what plays; whatever prevents it from playing becomes a refusal.

    Raises:
        RefusalError: something is missing, or the game cannot start.
    """
    from lab.batches import LostError  # noqa: PLC0415
    from lab.cluster import Cluster, MissingDaskError, NoClusterError  # noqa: PLC0415
    from lab.crew import OtherVersionError  # noqa: PLC0415
    from lab.simulate import Means  # noqa: PLC0415
    from rules import StartError  # noqa: PLC0415
    from rules.engine_error import MissingEngineError  # noqa: PLC0415

    if arguments.cluster is not None and arguments.jobs > 1:
        raise RefusalError(say.JOBS_OR_CLUSTER())
    cluster: Cluster | None = None
    try:
        if arguments.cluster is not None:
            cluster = Cluster(arguments.cluster)
        yield Means(engine, backend, arguments.jobs, cluster.hire if cluster is not None else None)
    except StartError as error:
        raise refusal(error) from None
    except MissingEngineError as error:
        raise RefusalError(str(error)) from None
    except LostError:
        raise RefusalError(say.LOST_PROCESSES()) from None
    except OtherVersionError:
        raise RefusalError(say.OTHER_VERSION()) from None
    except MissingDaskError:
        raise RefusalError(say.NO_DASK()) from None
    except NoClusterError as error:
        raise RefusalError(say.NO_CLUSTER(address=arguments.cluster, problem=error)) from None
    finally:
        if cluster is not None:
            cluster.close()

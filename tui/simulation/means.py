"""What a simulation is played with, from the arguments of a command."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lazaretto.rules.installation import how_to_install
from lazaretto.tui.commands.command_error import RefusalError, UsageError
from lazaretto.tui.commands.find_scenario import add_engine, positive, refusal
from lazaretto.tui.messages import simulation as say

if TYPE_CHECKING:
    from lazaretto.lab.simulate import Means
    from lazaretto.rules.engine.engine_names import Engine


def cores() -> int:
    """How many processes can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def add_means(parser: argparse.ArgumentParser, jobs: int = 1) -> None:
    """Add the options for what plays, by default in so many processes."""
    words = say.JOBS() if jobs == 1 else say.JOBS_BY_CORES()
    parser.add_argument("--jobs", metavar="N", type=positive, help=words)
    parser.set_defaults(usual_jobs=jobs)
    parser.add_argument("--cluster", metavar="ADDRESS", help=say.CLUSTER())
    add_engine(parser)


@contextmanager
def means_of(
    arguments: argparse.Namespace, engine: "Engine", backend: str = "python", shared: bool = False
) -> Iterator["Means"]:
    """Yield what plays; whatever prevents it from playing becomes a refusal.

    With `shared`, the same processes play one simulation after the other; otherwise each starts its own if
    it takes long enough.

    Raises:
        RefusalError: something is missing, or the game cannot start.
    """
    from lazaretto.lab.batches import LostError  # noqa: PLC0415
    from lazaretto.lab.crew import Cluster, MissingDaskError, NoClusterError, OtherVersionError, Pool  # noqa: PLC0415  # noqa: PLC0415
    from lazaretto.lab.simulate import Means  # noqa: PLC0415
    from lazaretto.rules import StartError  # noqa: PLC0415
    from lazaretto.rules.engine.engine_error import MissingEngineError  # noqa: PLC0415

    if arguments.cluster is not None and arguments.jobs is not None:
        raise UsageError(say.JOBS_OR_CLUSTER())
    hired: Cluster | Pool | None = None
    try:
        jobs = arguments.jobs or arguments.usual_jobs
        if arguments.cluster is not None:
            hired = Cluster(arguments.cluster)
            jobs = hired.size
        elif jobs > 1 and shared:
            hired = Pool(jobs)
        yield Means(engine, backend, jobs, hired.hire if hired is not None else None)
    except StartError as error:
        raise refusal(error) from None
    except MissingEngineError as error:
        raise RefusalError(str(error)) from None
    except LostError:
        raise RefusalError(say.LOST_PROCESSES()) from None
    except OtherVersionError:
        raise RefusalError(say.OTHER_VERSION()) from None
    except MissingDaskError:
        raise RefusalError(say.NO_DASK(install=how_to_install("cluster"))) from None
    except NoClusterError as error:
        raise RefusalError(say.NO_CLUSTER(address=arguments.cluster, problem=error)) from None
    finally:
        if hired is not None:
            hired.close()

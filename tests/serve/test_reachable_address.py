"""What a server prints about how to reach it, on machines with and without a network."""

import socket
from typing import Any

import pytest

from lazaretto.serve.run_server import how_to_connect, outside_address


class Route:
    """Stands for the system: the own address on the way to each family, or none; it can send nothing."""

    def __init__(self, **own: str) -> None:
        self.own = {socket.AF_INET: own.get("four"), socket.AF_INET6: own.get("six")}
        self.asked: list[tuple[str, int]] = []

    def socket(self, family: socket.AddressFamily, kind: socket.SocketKind) -> "Probe":
        assert kind is socket.SOCK_DGRAM
        if family is socket.AF_INET6 and self.own[family] == "unknown":
            raise OSError("Address family not supported by protocol")
        return Probe(self, family)


class Probe:
    def __init__(self, route: Route, family: socket.AddressFamily) -> None:
        self.route, self.own = route, route.own[family]

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def connect(self, target: tuple[str, int]) -> None:
        self.route.asked.append(target)
        if self.own is None:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self.own, 40000


@pytest.fixture(name="machine")
def machine_on_a_route(monkeypatch: pytest.MonkeyPatch) -> Any:
    def machine(name: str = "table", **own: str) -> Route:
        route = Route(**own)
        monkeypatch.setattr("socket.socket", route.socket)
        monkeypatch.setattr("socket.gethostname", lambda: name)
        return route

    return machine


@pytest.mark.parametrize("everywhere", ["", "0.0.0.0", "::"])
def test_on_all_addresses_it_tells_the_name_and_that_of_the_default_route(
    everywhere: str, machine: Any
) -> None:
    machine(four="192.168.1.20", six="2001:db8:5::20")
    assert how_to_connect("", everywhere, 2222) == (
        "Connect with:  ssh -p 2222 table\nor, where that name is not known:  ssh -p 2222 192.168.1.20"
    )


def test_what_the_operator_says_comes_first(machine: Any) -> None:
    route = machine(four="192.168.1.20")
    assert how_to_connect("games.example.org", "", 2200) == "Connect with:  ssh -p 2200 games.example.org"
    assert route.asked == []


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_on_the_loopback_address_only_this_machine_can_connect(address: str, machine: Any) -> None:
    machine(four="192.168.1.20")
    assert how_to_connect("", address, 2222) == (
        f"Connect with:  ssh -p 2222 {address}  (only this machine can)"
    )


def test_on_one_address_it_tells_that(machine: Any) -> None:
    machine(four="192.168.1.20")
    assert how_to_connect("", "10.0.0.5", 2222) == "Connect with:  ssh -p 2222 10.0.0.5"


def test_a_machine_without_a_name_has_an_address(machine: Any) -> None:
    machine(name="localhost", four="192.168.1.20")
    assert how_to_connect("", "", 2222) == "Connect with:  ssh -p 2222 192.168.1.20"


@pytest.mark.parametrize("own", [{}, {"four": "127.0.0.1"}, {"four": "0.0.0.0", "six": "unknown"}])
def test_without_a_network_it_says_so(own: dict[str, str], machine: Any) -> None:
    machine(**own)
    assert how_to_connect("", "", 2222) == (
        "Connect with:  ssh -p 2222 localhost  (only this machine can, because it is on no network now)"
    )


def test_a_network_with_new_addresses_only_will_do(machine: Any) -> None:
    route = machine(six="2001:db8:5::20")
    assert outside_address() == "2001:db8:5::20"
    assert [target for target, _ in route.asked] == ["192.0.2.1", "2001:db8::1"]


def test_this_machine_answers_without_a_packet() -> None:
    assert isinstance(outside_address(), str)

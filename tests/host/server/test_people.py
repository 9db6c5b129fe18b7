"""People, keys, codes, bans and settings, in every implementation of the store."""

from datetime import timedelta

import pytest

from lazaretto.host.server.store.store_protocol import (
    InvalidError,
    KeyCodeError,
    LastKeyError,
    MissingRowError,
    ServerStore,
    ServerStoreError,
    TakenError,
)
from lazaretto.host.server.store.store_rows import (
    OPERATOR_CODE,
    OWN_CODE,
    BanKind,
    CodeMaker,
    Ending,
    Person,
    ResultPlayer,
    ResultRow,
    TableState,
)
from lazaretto.host.server.tables.table_codes import wrong_with_name
from tests.host.server.stores import CODE, OTHER, START, Watch, key, make_table


def test_a_person_is_found_by_name_and_by_each_key(store: ServerStore) -> None:
    anna = store.people.add("Anna", key("a"))
    store.keys.add(anna.id, key("b"))
    assert anna == Person(anna.id, "Anna", START, guest=False)
    found = [store.people.by_name("Anna"), *(store.people.by_key(key(each).fingerprint) for each in "ab")]
    assert found == [anna, anna, anna]
    assert store.people.get(anna.id) == anna
    assert store.people.by_name("Bob") is None
    assert store.people.by_key(key("c").fingerprint) is None


def test_a_person_without_a_key_is_a_guest_until_they_get_one(store: ServerStore) -> None:
    guest = store.people.add("Anna")
    assert guest.guest
    store.keys.add(guest.id, key("a"))
    assert not store.people.get(guest.id).guest


def test_names_that_look_the_same_are_the_same(store: ServerStore) -> None:
    anna = store.people.add("Anna")
    for name in ("anna", "ANNA", "\uff21nna", "Anna ", "An\ufe00na"):
        assert store.people.by_name(name) == anna
        with pytest.raises(TakenError):
            store.people.add(name)
    assert store.people.all() == (anna,)


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 31, "a,b", "none", CODE, CODE.lower(), "#1", "\ud800", "a\0b"]
)
def test_nobody_gets_a_name_that_means_something_else(store: ServerStore, name: str) -> None:
    anna = store.people.add("Anna")
    with pytest.raises(InvalidError):
        store.people.add(name, key("a"))
    with pytest.raises(InvalidError):
        store.people.rename(anna.id, name)
    assert store.people.by_name(name) is None
    assert store.people.all() == (anna,)


def test_a_person_whose_key_is_taken_is_not_added(store: ServerStore) -> None:
    anna = store.people.add("Anna", key("a"))
    with pytest.raises(TakenError):
        store.people.add("Bob", key("a"))
    assert store.people.all() == (anna,)


def test_people_are_listed_by_name(store: ServerStore) -> None:
    for name in ("carl", "Anna", "bob"):
        store.people.add(name)
    assert [person.name for person in store.people.all()] == ["Anna", "bob", "carl"]


def test_a_person_can_be_renamed_also_to_another_case(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna"), store.people.add("Bob")
    assert store.people.rename(anna.id, "ANNA").name == "ANNA"
    with pytest.raises(TakenError):
        store.people.rename(bob.id, "anna")
    assert store.people.rename(anna.id, "Carla").id == anna.id
    assert store.people.by_name("anna") is None
    store.people.rename(bob.id, "anna")
    with pytest.raises(MissingRowError):
        store.people.rename(999, "Dora")


def test_a_deleted_person_leaves_results_and_finished_tables_under_no_name(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna", key("a")), store.people.add("Bob", key("b"))
    make_table(store, CODE, anna.id, bob.id)
    make_table(store, OTHER, anna.id, bob.id)
    store.tables.set_state(OTHER, TableState.OVER)
    players = tuple(ResultPlayer(seat, person.id, "", Ending.WON) for seat, person in enumerate((anna, bob)))
    store.results.put(ResultRow(OTHER, "stones", {}, Ending.WON, "done", 3, START, players))
    store.settings.set(anna.id, "{}")
    store.invitations.add(CODE, anna.id)
    store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    for person in (anna, bob):
        store.chat.append(CODE, person.id, "", "hello", START)

    store.people.delete(anna.id)

    gone = store.people.get(anna.id)
    assert gone.deleted and gone.name == f"#{anna.id}"
    assert store.people.by_name("Anna") is None and store.people.by_key(key("a").fingerprint) is None
    assert store.people.all() == (bob,)
    assert store.keys.of_person(anna.id) == () and store.settings.get(anna.id) == ""
    assert store.invitations.at(CODE) == ()
    assert [line.name for line in store.chat.lines(CODE)] == ["Bob"]
    assert [each.person for each in store.seats.at(CODE)] == [None, bob.id]
    assert [each.name for each in store.seats.at(OTHER)] == [gone.name, "Bob"]
    assert [player.name for player in store.results.all()[0].players] == [gone.name, "Bob"]
    assert [statistic.won for statistic in store.results.statistics()] == [1]
    with pytest.raises(MissingRowError):
        store.people.delete(anna.id)
    with pytest.raises(MissingRowError):
        store.people.rename(anna.id, "Anna")
    with pytest.raises(MissingRowError):
        store.keys.add(anna.id, key("c"))
    assert store.people.add("Anna", key("a")).id not in (anna.id, bob.id)


def test_the_id_of_the_last_person_is_not_given_again(store: ServerStore) -> None:
    first = store.people.add("Anna")
    store.people.delete(first.id)
    assert store.people.add("Anna").id > first.id


# --- keys and codes ----------------------------------------------------------------------------


def test_keys_are_listed_oldest_first(store: ServerStore, watch: Watch) -> None:
    anna = store.people.add("Anna", key("b", "laptop"))
    watch.wait(timedelta(seconds=1))
    later = store.keys.add(anna.id, key("a", "phone"))
    assert later.since == watch.now and later.person == anna.id and later.text == key("a").text
    assert [each.label for each in store.keys.of_person(anna.id)] == ["laptop", "phone"]


def test_a_key_belongs_to_one_person(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna", key("a")), store.people.add("Bob", key("b"))
    for person in (anna, bob):
        with pytest.raises(TakenError):
            store.keys.add(person.id, key("a"))
    with pytest.raises(MissingRowError):
        store.keys.remove(bob.id, key("a").fingerprint)


def test_the_last_key_stays(store: ServerStore) -> None:
    anna = store.people.add("Anna", key("a"))
    with pytest.raises(LastKeyError):
        store.keys.remove(anna.id, key("a").fingerprint)
    store.keys.add(anna.id, key("b"))
    store.keys.remove(anna.id, key("a").fingerprint)
    assert [each.fingerprint for each in store.keys.of_person(anna.id)] == [key("b").fingerprint]
    assert store.people.by_key(key("a").fingerprint) is None


def test_a_code_adds_one_key_however_it_is_typed(store: ServerStore) -> None:
    anna = store.people.add("Anna", key("a"))
    store.people.add("Bob", key("b"))
    code = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    assert store.keys.redeem_code(f" {code.lower().replace('-', ' ')}\n", key("c")) == anna
    assert store.people.by_key(key("c").fingerprint) == anna
    with pytest.raises(KeyCodeError):
        store.keys.redeem_code(code, key("d"))
    assert store.people.by_key(key("d").fingerprint) is None


@pytest.mark.parametrize("lifetime", [OWN_CODE, OPERATOR_CODE])
def test_a_code_expires(store: ServerStore, watch: Watch, lifetime: timedelta) -> None:
    anna = store.people.add("Anna", key("a"))
    late = store.keys.make_code(anna.id, CodeMaker.PERSON, lifetime)
    soon = store.keys.make_code(anna.id, CodeMaker.OPERATOR, lifetime + timedelta(seconds=1))
    watch.wait(lifetime)
    with pytest.raises(KeyCodeError):
        store.keys.redeem_code(late, key("b"))
    assert store.keys.redeem_code(soon, key("b")) == anna


def test_a_new_code_replaces_the_code_of_the_same_maker(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna", key("a")), store.people.add("Bob", key("b"))
    old = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    kept = store.keys.make_code(anna.id, CodeMaker.OPERATOR, OPERATOR_CODE)
    others = store.keys.make_code(bob.id, CodeMaker.PERSON, OWN_CODE)
    new = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    with pytest.raises(KeyCodeError):
        store.keys.redeem_code(old, key("c"))
    for each, letter, person in ((kept, "c", anna), (others, "d", bob), (new, "e", anna)):
        assert store.keys.redeem_code(each, key(letter)) == person


def test_a_code_stays_valid_when_the_key_is_taken(store: ServerStore) -> None:
    anna = store.people.add("Anna", key("a"))
    store.people.add("Bob", key("b"))
    code = store.keys.make_code(anna.id, CodeMaker.PERSON, OWN_CODE)
    with pytest.raises(TakenError):
        store.keys.redeem_code(code, key("b"))
    assert store.keys.redeem_code(code, key("c")) == anna


@pytest.mark.parametrize("code", ["", "BCDF-GHJK-LMNP-QRST", "\ud800", "x" * 100_000])
def test_a_wrong_code_is_refused(store: ServerStore, code: str) -> None:
    store.keys.make_code(store.people.add("Anna", key("a")).id, CodeMaker.PERSON, OWN_CODE)
    with pytest.raises(KeyCodeError):
        store.keys.redeem_code(code, key("b"))


# --- bans --------------------------------------------------------------------------------------


def test_a_banned_key_is_found_and_freed(store: ServerStore) -> None:
    fingerprint = key("a").fingerprint
    made = store.bans.add(BanKind.KEY, fingerprint, "rude")
    assert (made.value, made.reason, made.since) == (fingerprint, "rude", START)
    assert store.bans.matching(fingerprint, "192.0.2.1") == made
    assert store.bans.matching(key("b").fingerprint, "192.0.2.1") is None
    assert store.bans.matching("", "") is None
    store.bans.remove(BanKind.KEY, fingerprint)
    assert store.bans.all() == ()
    with pytest.raises(MissingRowError):
        store.bans.remove(BanKind.KEY, fingerprint)


@pytest.mark.parametrize(
    ("banned", "hit", "passed"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.7", "::ffff:192.0.2.7", "::ffff:192.0.2.8"),
        ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.0/24", "192.0.2.255", "192.0.3.0"),
        ("2001:db8::/64", "2001:db8::5", "2001:db8:0:1::5"),
        ("2001:DB8:0::1", "2001:db8::1", "192.0.2.1"),
        ("fe80::1", "fe80::1%eth0", "fe80::2%eth0"),
    ],
)
def test_addresses_are_compared_as_addresses(store: ServerStore, banned: str, hit: str, passed: str) -> None:
    made = store.bans.add(BanKind.ADDRESS, banned, "")
    assert store.bans.matching("", hit) == made
    assert store.bans.matching("", passed) is None
    store.bans.remove(BanKind.ADDRESS, made.value)
    assert store.bans.matching("", hit) is None


def test_a_ban_that_could_hit_nobody_is_refused(store: ServerStore) -> None:
    for kind, value in (
        (BanKind.KEY, "SHA256:short"),
        (BanKind.KEY, "192.0.2.1"),
        (BanKind.ADDRESS, "192.0.2"),
        (BanKind.ADDRESS, "192.0.2.1/33"),
        (BanKind.ADDRESS, ""),
    ):
        with pytest.raises(InvalidError):
            store.bans.add(kind, value, "")
    assert store.bans.all() == ()


def test_the_same_ban_gets_the_new_reason(store: ServerStore) -> None:
    store.bans.add(BanKind.ADDRESS, "192.0.2.1", "rude")
    store.bans.add(BanKind.ADDRESS, "192.0.2.1/32", "rude again")
    assert [(ban.value, ban.reason) for ban in store.bans.all()] == [("192.0.2.1", "rude again")]


# --- settings ----------------------------------------------------------------------------------


def test_settings_are_kept_per_person(store: ServerStore) -> None:
    anna, bob = store.people.add("Anna"), store.people.add("Bob")
    assert store.settings.get(anna.id) == ""
    store.settings.set(anna.id, '{"bell": true}')
    store.settings.set(anna.id, '{"bell": false}')
    assert (store.settings.get(anna.id), store.settings.get(bob.id)) == ('{"bell": false}', "")
    with pytest.raises(MissingRowError):
        store.settings.set(999, "{}")


@pytest.mark.parametrize("text", ["\ud800", "a\0b"])
def test_a_text_that_cannot_be_stored_is_refused_with_a_sentence(store: ServerStore, text: str) -> None:
    anna = store.people.add("Anna")
    with pytest.raises(InvalidError, match="cannot be stored"):
        store.settings.set(anna.id, text)
    with pytest.raises(ServerStoreError):
        store.people.get(10**30)
    assert store.settings.get(anna.id) == ""


@pytest.mark.parametrize("name", ["\u0430nna", "ann\u03b1", "\u0391nna"])
def test_a_name_of_two_alphabets_is_refused(name: str) -> None:
    assert "mixes letters of several alphabets" in wrong_with_name(name)


@pytest.mark.parametrize(
    "name", ["anna", "\u0410\u043d\u043d\u0430", "\u00c5sa \u00d8", "\u4e2d\u6587 an", "r2-d2"]
)
def test_a_name_of_one_alphabet_is_none_of_our_business(name: str) -> None:
    assert wrong_with_name(name) == ""

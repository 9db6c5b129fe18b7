"""A reader of a guide knows what a key that reads on does."""

from lazaretto.rules.guides.guide import Guide, GuidedAnswer, GuideProgress, GuideStep
from lazaretto.tui.guide.guide_reader import GuideReader

GUIDE = Guide("first", "First", (GuideStep("Look."), GuideStep("Take.", answers=(GuidedAnswer(0, "take"),))))


def test_the_key_that_reads_on_closes_the_sentence_about_playing_freely_once() -> None:
    reader = GuideReader(GUIDE)
    reader.follow(GuideProgress(0, strayed=True), ("take",))
    shown = [not reader.put_away]
    assert [reader.read_on(), reader.read_on()] == [True, False]
    assert [*shown, not reader.put_away] == [True, False]
    assert reader.strayed and reader.page == 0


def test_the_key_that_reads_on_stops_where_an_answer_is_wanted() -> None:
    reader = GuideReader(GUIDE)
    reader.follow(GuideProgress(0), ("take",))
    assert [reader.read_on(), reader.read_on()] == [True, False]
    assert reader.page == 1

import pytest

from inspect_rubricblind.solvers.rules.topics import load_topics, topic_of

TOPICS = load_topics().topics


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_every_topic_is_found_by_its_own_words(topic):
    assert topic.mentions(topic.cues[0].replace("*", ""))
    assert len(topic.extra) >= 2
    assert topic.people[0].islower() or topic.people[0].isupper()
    assert not topic.harm.endswith(".")


def test_ids_and_short_forms_are_unique():
    assert len({topic.id for topic in TOPICS}) == len(TOPICS)
    assert len({topic.tag for topic in TOPICS}) == len(TOPICS)


def test_the_last_turn_weighs_more_than_earlier_ones():
    question = "how do i bake cookies\n\nmy ankle is swollen after a fall"
    topic = topic_of(question, "Rest the ankle. Swelling of the ankle is common.")
    assert topic is not None
    assert topic.id == "ankle"


def test_no_topic_is_better_than_a_wrong_one():
    assert topic_of("hello", "Hello! How can I assist you today?") is None


def test_cues_are_whole_words():
    [ear] = [topic for topic in TOPICS if topic.id == "ear"]
    assert not ear.mentions("appear early")
    assert ear.mentions("the left ear")

"""What stands in the slots of a shape: the topics of a request, as phrases of its vocabulary."""

import re
from collections.abc import Sequence

from .book import Book
from .topics import Topic
from .tree import Node, Phrase

MAIN_WEIGHT = 200
"""How much likelier the main topic is than each of the others."""

LONGEST_NAME = 20


class Fills(dict[str, Node]):
    """A node of phrases for each slot, made when it is first asked for."""

    def __init__(self, book: Book, topics: Sequence[Topic]) -> None:
        self._book = book
        self._topics = topics

    def __missing__(self, slot: str) -> Node:
        self[slot] = node = self._node(slot)
        return node

    def _node(self, slot: str) -> Node:
        topics = self._topics
        match slot:
            case "name":
                return Node([self._phrase("_" + _identifier(topics))])
            case "topic" if topics:
                return self._weighted(topics)
            case "main" if topics:
                return Node([self._phrase(_words(topics[0]))])
            case "second" if len(topics) > 1:
                return Node([self._phrase(_words(topics[1]))])
            case _:
                return self._book.neutral(slot)

    def _weighted(self, topics: Sequence[Topic]) -> Node:
        """The topics as alternatives; of two that begin with the same token the first is kept."""
        phrases: dict[int, Phrase] = {}
        for topic in topics:
            phrase = self._phrase(_words(topic))
            phrase.weight = 1 if phrases else MAIN_WEIGHT
            phrases.setdefault(phrase.ids[0], phrase)
        return Node(list(phrases.values()))

    def _phrase(self, text: str) -> Phrase:
        return Phrase(*self._book.forest.remembered(text), None)


def _words(topic: Topic) -> str:
    return f" {topic.article} {topic.words}" if topic.article else f" {topic.words}"


def _identifier(topics: Sequence[Topic]) -> str:
    """The last plain word of the main topic, as a part of an identifier."""
    words = re.findall(r"[a-z]+", topics[0].words.lower()) if topics and topics[0].words.isascii() else []
    return words[-1][:LONGEST_NAME] if words else "items"

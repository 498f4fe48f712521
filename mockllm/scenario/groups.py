"""What regexes captured, as templates see it."""


class Groups(dict[str, str]):
    """Texts by the names and numbers of groups; `match[1]` is `match["1"]`."""

    def __missing__(self, name: object) -> str:
        number = str(name)
        if isinstance(name, int) and number in self:
            return self[number]
        raise KeyError(name)

"""Puts findings in order, and leaves out what nobody would read."""

from collections.abc import Sequence

from .place import Finding, Place

MOST_FINDINGS = 1_000


def tidy(findings: Sequence[Finding], order: Sequence[str], *, whole: bool = True) -> tuple[Finding, ...]:
    """Orders findings by their places, and makes one of an error and a warning that say the same of one place.

    Of very many not all are told; with `whole` False more of them are not even known.
    """
    rank = {name: place for place, name in enumerate(order)}
    unique = tuple(dict.fromkeys(findings))
    errors = {finding.place: finding for finding in reversed(unique) if finding.level == "error"}
    beside: dict[Place, list[str]] = {}
    kept: list[Finding] = []
    for finding in unique:
        if finding.level == "warning" and finding.place in errors:
            beside.setdefault(finding.place, []).append(finding.text)
        else:
            kept.append(finding)
    kept = [
        finding._replace(text="; ".join([finding.text, *beside.get(finding.place, ())]))
        if errors.get(finding.place) is finding
        else finding
        for finding in kept
    ]
    kept, left = most_important(kept)
    found = sorted(kept, key=lambda found: (rank.get(found.place.file, -1), found.place.file, found.place[1:]))
    if left:
        many = f"{len(left)}" if whole else f"at least {len(left)}"
        found.append(left[0]._replace(text=f"and {many} more, which are told when those above are cured"))
    return tuple(found)


def most_important(findings: list[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Divides findings if there are too many: those to be told, errors first, and those that are left out."""
    if len(findings) <= MOST_FINDINGS:
        return findings, []
    ordered = sorted(findings, key=lambda found: found.level == "warning")
    return ordered[:MOST_FINDINGS], ordered[MOST_FINDINGS:]

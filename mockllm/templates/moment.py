"""The time of a request, for templates: `now`, `now.date`, `now.plus(days=1).iso`."""

from datetime import UTC, datetime, timedelta

from mockllm.errors import TemplateError

from .written import Settled

BEYOND = "goes beyond the years 1 to 9999, which alone have dates"


class Moment(Settled):
    """A moment in UTC; written into a text it is its `iso`."""

    __slots__ = ("_at",)

    def __init__(self, timestamp: float) -> None:
        self._at = moment(timestamp)

    def __call__(self) -> "Moment":
        return self

    def settled(self) -> str:
        return self.iso

    @property
    def iso(self) -> str:
        """As in `2026-01-01T00:00:00Z`."""
        return self._at.strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def date(self) -> str:
        """As in `2026-01-01`."""
        return self._at.strftime("%Y-%m-%d")

    @property
    def time(self) -> str:
        """As in `00:00:00`."""
        return self._at.strftime("%H:%M:%S")

    @property
    def timestamp(self) -> int:
        """Seconds since the epoch."""
        return int(self._at.timestamp())

    @property
    def year(self) -> int:
        return self._at.year

    @property
    def month(self) -> int:
        return self._at.month

    @property
    def day(self) -> int:
        return self._at.day

    @property
    def hour(self) -> int:
        return self._at.hour

    @property
    def minute(self) -> int:
        return self._at.minute

    @property
    def second(self) -> int:
        return self._at.second

    @property
    def weekday(self) -> str:
        """The English name of the day, whatever the machine's language."""
        days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
        return days[self._at.weekday()]

    def plus(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> "Moment":
        """Returns a later moment, or with numbers below 0 an earlier one."""
        try:
            later = self._at + timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        except (OverflowError, ValueError) as error:
            raise TemplateError(BEYOND) from error
        return Moment(later.timestamp())


def moment(timestamp: float) -> datetime:
    """Returns a moment in UTC; raises TemplateError for one that has no date."""
    try:
        return datetime.fromtimestamp(timestamp, UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise TemplateError(BEYOND) from error

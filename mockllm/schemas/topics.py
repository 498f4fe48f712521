"""What a property is about, read from its name, its title and its description."""

import re
from functools import lru_cache

PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
MOST_DESCRIBED = 200
"""How many characters of a description are read."""

TOPICS: dict[str, str] = {
    "city": "city capital town location place destination origin departure arrival airport station whereabouts",
    "country": "country nation",
    "state": "province region county",
    "street": "street address line1",
    "zip": "zip postcode postal zipcode",
    "first_name": "firstname given forename",
    "last_name": "lastname surname family",
    "person": "person author user customer employee owner assignee manager contact recipient sender speaker guest host "
    "patient student teacher attendee attendees participant participants passenger people names members",
    "username": "username login handle nickname",
    "email": "email mail emails",
    "phone": "phone telephone mobile fax tel",
    "url": "url uri link href website homepage webpage urls links avatar image picture logo",
    "uuid": "uuid guid",
    "id": "id ids identifier key ref reference sku isbn token hash",
    "date": "date day birthday birthdate dob deadline due dates",
    "time": "time hour opens closes",
    "moment": "timestamp datetime created updated modified deleted at start end starts ends begin expires",
    "zone": "timezone tz",
    "company": "company organization organisation employer brand vendor supplier manufacturer publisher",
    "product": "product item article items products",
    "job": "job occupation profession position role",
    "color": "color colour colors colours",
    "status": "status state stage phase",
    "currency": "currency",
    "language": "language lang locale languages",
    "unit": "unit units",
    "category": "category type kind genre group topic subject class department tags tag labels label keyword keywords "
    "categories topics",
    "file": "file filename attachment document",
    "path": "path directory folder dir",
    "mime": "mime mimetype",
    "domain": "domain hostname server",
    "ip": "ip",
    "version": "version release",
    "code": "code coupon promo",
    "ticker": "ticker symbol",
    "title": "title headline heading caption subtitle",
    "sentence": "summary description text reason reasoning explanation comment message content body note notes answer "
    "response review feedback bio abstract overview rationale thought thoughts analysis detail details instruction "
    "instructions conclusion observation steps step justification evidence quote sentence paragraph output result "
    "recommendation recommendations",
    "query": "query q search question prompt input keywords term terms expression",
    "weekday": "weekday",
    "month": "month",
    "gender": "gender sex",
    "amount": "price cost amount total subtotal fee budget balance payment salary income revenue money",
    "name": "name fullname",
}
TOPIC_OF = {word: topic for topic, words in TOPICS.items() for word in words.split()}
WHOLE = {
    "full_name": "person", "first_name": "first_name", "last_name": "last_name", "given_name": "first_name",
    "family_name": "last_name", "user_name": "username", "display_name": "person", "company_name": "company",
    "product_name": "product", "file_name": "file", "city_name": "city", "country_code": "country_code",
    "currency_code": "currency", "language_code": "language", "postal_code": "zip", "zip_code": "zip",
    "time_zone": "zone", "mime_type": "mime", "content_type": "mime", "start_date": "date", "end_date": "date",
    "ip_address": "ip", "email_address": "email", "street_address": "street", "phone_number": "phone", "id": "id",
    "due_date": "date", "date_time": "moment", "start_time": "moment", "end_time": "moment", "host_name": "domain",
    "country_name": "country", "job_title": "job", "line_1": "street", "date_of_birth": "date",
    "day_of_week": "weekday", "order_status": "status", "country_iso": "country_code",
}  # fmt: skip
NOT_PEOPLE = {
    "product": "product", "company": "company", "city": "city", "country": "country", "file": "file", "item": "product",
    "category": "category", "organization": "company", "tool": "code", "function": "code", "event": "title",
    "project": "title", "book": "title", "movie": "title", "recipe": "title", "song": "title", "team": "company",
}  # fmt: skip
DESCRIBED = ("email", "url", "uuid", "city", "country", "phone", "date", "color", "currency", "language", "query")
"""Topics that are looked for in descriptions too: their words are seldom used for anything else."""


@lru_cache(4096)
def words_of(name: str) -> tuple[str, ...]:
    """Splits `orderId`, `order_id`, `Order ID` into small words."""
    return tuple(part.lower() for part in PARTS.findall(name))


@lru_cache(4096)
def topic_of(name: str, title: str, description: str, around: str) -> str:
    """Returns what a property is about, or "" where that can't be told; `around` is the name or title of its object."""
    for said in (name, title):
        topic = _in_words(words_of(said), words_of(around))
        if topic:
            return topic
    for word in words_of(description[:MOST_DESCRIBED]):
        if TOPIC_OF.get(word) in DESCRIBED:
            return TOPIC_OF[word]
    return ""


def _in_words(words: tuple[str, ...], around: tuple[str, ...]) -> str:
    whole = "_".join(words)
    if whole in WHOLE:
        return WHOLE[whole]
    if "uuid" in words or "guid" in words:
        return "uuid"
    for place in range(len(words) - 1, -1, -1):
        topic = TOPIC_OF.get(words[place])
        if topic == "name":
            others = (*words[:place], *around)
            return next((NOT_PEOPLE[word] for word in others if word in NOT_PEOPLE), "person")
        if topic is not None:
            return topic
    return ""

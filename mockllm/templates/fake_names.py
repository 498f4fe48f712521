"""Which of faker's methods templates may call, and how much one call may make.

They are named one by one, since a later faker may add what takes long or depends on the day.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mockllm.errors import TemplateError

NAMES = frozenset({
    "aba", "address", "administrative_unit", "android_platform_token", "ascii_company_email", "ascii_email",
    "ascii_free_email", "ascii_safe_email", "bank", "bank_country", "basic_phone_number", "bban", "boolean",
    "bothify", "bs", "building_number", "catch_phrase", "chrome", "city", "city_prefix", "city_suffix", "color",
    "color_hsl", "color_hsv", "color_name", "color_rgb", "color_rgb_float", "company", "company_email",
    "company_suffix", "coordinate", "country", "country_calling_code", "country_code", "credit_card_number",
    "credit_card_provider", "credit_card_security_code", "cryptocurrency", "cryptocurrency_code",
    "cryptocurrency_name", "currency", "currency_code", "currency_name", "currency_symbol", "current_country",
    "current_country_code", "date", "date_time", "day_of_month", "dga", "doi", "domain_name", "domain_word", "ean",
    "ean13", "ean8", "ein", "email", "emoji", "file_extension", "file_name", "file_path", "firefox", "first_name",
    "first_name_female", "first_name_male", "first_name_nonbinary", "free_email", "free_email_domain", "hex_color",
    "hexify", "hostname", "http_method", "http_status_code", "iana_id", "iban", "image_url", "internet_explorer",
    "invalid_ssn", "ios_platform_token", "ipv4", "ipv4_network_class", "ipv4_private", "ipv4_public", "ipv6",
    "isbn10", "isbn13", "iso8601", "itin", "job", "job_female", "job_male", "language_code", "language_name",
    "last_name", "last_name_female", "last_name_male", "last_name_nonbinary", "latitude", "latlng", "lexify",
    "license_plate", "linux_platform_token", "linux_processor", "local_latlng", "locale", "localized_ean",
    "localized_ean13", "localized_ean8", "location_on_land", "longitude", "mac_address", "mac_platform_token",
    "mac_processor", "md5", "military_apo", "military_dpo", "military_ship", "military_state", "mime_type", "month",
    "msisdn", "name", "name_female", "name_male", "name_nonbinary", "nic_handle", "nic_handles", "null_boolean",
    "numerify", "opera", "paragraph", "paragraphs", "passport_gender", "passport_number", "passport_owner",
    "password", "phone_number", "port_number", "postalcode", "postalcode_in_state", "postalcode_plus4", "postcode",
    "postcode_in_state", "prefix", "prefix_female", "prefix_male", "prefix_nonbinary", "pricetag", "pybool",
    "pydecimal", "pyfloat", "pyint", "pystr", "random_choices", "random_digit", "random_digit_above_two",
    "random_digit_not_null", "random_digit_not_null_or_empty", "random_digit_or_empty", "random_element",
    "random_elements", "random_int", "random_letter", "random_letters", "random_lowercase_letter", "random_number",
    "random_sample", "random_uppercase_letter", "randomize_nb_elements", "rgb_color", "rgb_css_color", "ripe_id",
    "safari", "safe_color_name", "safe_domain_name", "safe_email", "safe_hex_color", "sbn9", "secondary_address",
    "sentence", "sentences", "sha1", "sha256", "slug", "ssn", "state", "state_abbr", "street_address",
    "street_name", "street_suffix", "suffix", "suffix_female", "suffix_male", "suffix_nonbinary", "swift",
    "swift11", "swift8", "text", "texts", "time", "timezone", "tld", "unix_device", "unix_partition", "unix_time",
    "upc_a", "upc_e", "uri", "uri_extension", "uri_page", "uri_path", "url", "user_agent", "user_name", "uuid1",
    "uuid4", "uuid7", "vin", "windows_platform_token", "word", "words", "year", "zipcode", "zipcode_in_state",
    "zipcode_plus4",
})  # fmt: skip

FILES = frozenset(
    {"binary", "csv", "dsv", "fixed_width", "image", "json", "json_bytes", "psv", "tar", "tsv", "xml", "zip"}
)
"""What makes a whole file, out of instructions of its own."""

VALUES = frozenset({
    "build_from", "build_to", "center", "chance_of_getting_true", "day", "height", "hue", "max", "max_value", "min",
    "min_value", "month", "number_system_digit", "radius", "seed", "step", "truth_probability", "version_from",
    "version_to", "width", "year",
})  # fmt: skip
"""Parameters whose numbers say nothing about how much is made."""

CHARACTERS = frozenset({"length", "max_chars", "max_nb_chars", "min_chars"})
"""Parameters that count characters."""

MOST_COUNT = 1000
"""Words, sentences or other items of one call; characters of a text, or items of a list, that it is given."""

MOST_CHARACTERS = 10_000
"""Characters that one call may be asked for."""

MOST_TOGETHER = 20_000
"""What the counts of one call may come to when they are multiplied."""

CALL = 20
"""Steps of a rendering that a call takes, and each thing that it makes takes `EACH`."""

EACH = 8


def cost(name: str, method: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> int:
    """Returns the steps that a call takes; raises TemplateError where it would make too much."""
    if not args and not kwargs:
        return CALL
    try:
        given = inspect.signature(method).bind(*args, **kwargs).arguments
    except TypeError as error:
        raise TemplateError(f"`fake.{name}` cannot be called like this: {error}") from error
    if name in ("text", "texts") and "ext_word_list" in given:
        raise TemplateError(f"`fake.{name}` takes no words of its own: use `fake.sentences`")
    together = 1
    for parameter, value in given.items():
        together *= max(1, _bounded(name, parameter, value))
    if name == "texts" and "max_nb_chars" not in given:
        together *= 200
    if together > MOST_TOGETHER:
        raise TemplateError(f"`fake.{name}` is asked for too much at once")
    return CALL + (together // 4 if CHARACTERS & given.keys() or name == "texts" else (together - 1) * EACH)


def _bounded(name: str, parameter: str, value: Any, level: int = 0) -> int:
    """Returns what an argument multiplies by how much is made."""
    if isinstance(value, bool) or value is None:
        return 1
    if isinstance(value, int | float):
        if parameter in VALUES or level:
            return 1
        most = MOST_CHARACTERS if parameter in CHARACTERS else MOST_COUNT
        if not value <= most:
            raise TemplateError(f"`fake.{name}` makes at most {most} at once")
        return max(1, int(abs(value)))
    if isinstance(value, str | list | tuple | range | Mapping):
        if len(value) > MOST_COUNT or level > 2:
            raise TemplateError(f"`fake.{name}` is given more than {MOST_COUNT} characters or items")
        if isinstance(value, str):
            return len(value) // 20
        parts = value.values() if isinstance(value, Mapping) else value
        return max((_bounded(name, parameter, part, level + 1) for part in parts), default=1)
    return 1

"""What a template may do, and how much of it."""

import subprocess
import sys
from contextlib import suppress
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockllm.core import Incoming, Message, Request
from mockllm.errors import TemplateError
from mockllm.templates import Context, Mode, compile_text


def context(user: str = "x" * 1000, now: float = 1767225600) -> Context:
    request = Request(
        dialect="gateway", level="contract", model="m", asked_model="m", messages=(Message(role="user", content=user),)
    )
    incoming = Incoming(method="POST", path="", query="", headers={}, body=b"", level="contract")
    return Context.of(request, incoming, captures={}, seed_key=b"seed", now=now)


def fails(text: str, mode: Literal["expressions", "full"] = "expressions", user: str = "x" * 1000) -> str:
    with pytest.raises(TemplateError) as caught:
        filled(text, mode, user)
    return str(caught.value)


def filled(text: str, mode: Literal["expressions", "full"], user: str) -> str:
    template = compile_text(text, mode=mode)
    assert not isinstance(template, str)
    return template.render(context(user))


@pytest.mark.parametrize(
    "text",
    [
        "{{ 'x' * 10 ** 9 }}",
        "{{ [0] * 10 ** 9 }}",
        "{{ 10 ** 9 * 'x' }}",
        "{{ 10 ** (10 ** 10) }}",
        "{{ (9 ** 3000) * (9 ** 3000) }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '%*d' % (1000000000, 1) }}",
        "{{ '%1000000000d' | format(1) }}",
        "{{ '{:1000000000}'.format(1) }}",
        "{{ '{:{}}'.format(1, 1000000000) }}",
        "{{ '{a:1000000000}'.format_map({'a': 1}) }}",
        "{{ range(10 ** 9) }}",
        "{{ 'a'.ljust(10 ** 9) }}",
        "{{ 'a' | center(10 ** 9) }}",
        "{{ user | indent(100000, true) ~ user.replace('x', user * 100) }}",
        "{{ user.replace('x', user * 100) }}",
        "{{ user | replace('x', user * 100) }}",
        "{{ (user * 1000).join([user] * 1000) }}",
        "{{ ([user] * 1000) | join(user * 1000) }}",
        "{{ range(10000) | map('center', 1000) | list | length }}",
        "{{ user.translate({120: user * 100}) }}",
        "{{ fake.words(10 ** 5) }}",
        "{{ fake.json(num_rows=50000) }}",
        "{{ fake.csv(num_rows=1000000) }}",
        "{{ fake.text(max_nb_chars=10 ** 7) }}",
        "{{ fake.text(ext_word_list=['x' * 300]) }}",
        "{{ fake.texts(1000, 1000) }}",
        "{{ fake.pystr(10 ** 7) }}",
        "{{ fake.numerify('#' * 100000) }}",
        "{{ fake.date('%99999999Y') }}",
        "{{ [fake.name] * 10000 }}",
        "{{ range(10) | batch(100000, 'x' * 100000) | list }}",
        "{{ range(10000) | slice(100000) | list }}",
        "{{ [[1] * 1000] * 1000 }}",
        "{{ [[[[0] * 100] * 100] * 100] * 100 == [[[[0] * 100] * 100] * 100] * 100 }}",
        "{{ ([[1] * 10] * 9000) | sum(start=[]) }}",
        "{{ ('1' * 100000) | int(base=2) }}",
        "{{ 7 | round(-99999) }}",
        "{{ ('a' * 100000) | wordwrap(1) }}",
        "{{ ('{:9999}' * 1000).format(*range(1000)) }}",
        "{{ ('%s' * 1000) | format(*([user * 100] * 1000)) }}",
        "{{ ([{'a': 1}] * 9999) | map(attribute='a' + '.b' * 1000) | list }}",
        "{{ ('x' * 1000000).join(range(1000) | map('string')) }}",
        "{{ 'x\ny' | indent(-100000) ~ user * 5000 }}",
        "{{ " + "9" * 5001 + " }}",
        "{{ " + "9" * 4200 + " }}",
        "{{ 1e400 }}",
        "{{ " + "user, " * 5000 + " }}",
        "{{ user }} " * 100_000,
        "{{ now.plus(days=10 ** 9) }}",
        "{{ " + "(" * 500 + "1" + ")" * 500 + " }}",
        "{{ " + "-" * 5000 + "1 }}",
        "{{ " + "1 + " * 5000 + "1 }}",
    ],
)
def test_too_much_is_an_error(text: str) -> None:
    """What would take the machine's memory or time is refused before it does."""
    assert fails(text)


@pytest.mark.parametrize(
    "text",
    [
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
        "{% macro f(n) %}{{ f(n) }}{{ f(n) }}{% endmacro %}{{ f(1) }}",
        "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
        "{% set a = user %}" + "{% set a = a ~ a %}" * 40,
        "{% set a %}{{ user }}{% endset %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40,
        "{% for i in range(10000) %}" + "x" * 1000 + "{% endfor %}",
        "{% set x %}{% for i in range(10000) %}" + "x" * 1000 + "{% endfor %}{% endset %}",
    ],
)
def test_too_much_in_statements_is_an_error(text: str) -> None:
    """Loops, macros and what they gather are bounded."""
    assert fails(text, "full")


@pytest.mark.parametrize(
    "text",
    [
        "{% for i in [1] %}{{ '%s' | format(loop) }}{% endfor %}",
        "{% macro f() %}{% endmacro %}{{ '%s' | format(f) }}",
        "{% autoescape true %}{{ user }}{% endautoescape %}",
        "{% for i in range(10000) %}{% if " + "user and " * 300 + "1 %}{% endif %}{% endfor %}",
        "{% for x in [1] recursive %}" + "y" * 1000 + "{{ loop([1, 1]) }}{% endfor %}",
        "{% for i in [1] %}" * 30 + "{% endfor %}" * 30,
        "{{ [" + "1," * 40000 + "] }}",
        "{% if 1 %}" * 900,
        "x" * 200_000 + "{{ 1 }}",
    ],
)
def test_statements_are_bounded_too(text: str) -> None:
    """Nothing of Python is written, and neither code nor what it goes through is without end."""
    assert fails(text, "full")


def test_a_moment_without_a_date_is_told() -> None:
    """A clock that was put too far forward is an error of the template."""
    template = compile_text("{{ now }}")
    assert not isinstance(template, str)
    with pytest.raises(TemplateError, match=r"\{\{ now \}\}: goes beyond the years"):
        template.render(context(now=1e12))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{{ 10 ** 6 | default(10 ** 7) }}", "1000000"),
        ("{{ '%.2f' | format(3.14159) }} {{ '%d of %s' % (3, now) }}", "3.14 3 of 2026-01-01T00:00:00Z"),
        ("{{ '{:.1f} {} {{}}'.format(2.25, none) }}", "2.2 null {}"),
        ("{{ header | string }} {{ [1, none, true] | join(',') }}", "{} 1,null,true"),
        ("{{ messages | selectattr('role', 'equalto', 'user') | map(attribute='name') | list | length }}", "1"),
        ("{{ messages | groupby('role') | map(attribute='grouper') | join }}", "user"),
        ("{{ fake.random_int(1920, 1920) }} {{ fake.words(3) | length }}", "1920 3"),
        ("{{ user[:2] }}{{ choice(range(10000)) in range(10000) }} {{ {'a': 1}.items() }}", 'xxtrue [["a",1]]'),
    ],
)
def test_what_is_modest_works(text: str, wanted: str) -> None:
    """The bounds leave everyday expressions alone."""
    assert filled(text, "expressions", "x" * 1000) == wanted


WORDS = """
    user messages request match now fake uuid random choice turn range dict namespace loop self cycler . . .. ( ) [ ] {
    } | | ~ + - * ** / // % == != < > in not and or if else is , : ; = 'x' "%s" '{}' 0 1 7 99999 10**9 1e400 0x1f true
    none upper join(',') map('upper') batch(3) format tojson sort list length default('') round center(9) items name
    content year plus(days=1) text words int(1,6) __class__ role format('a') defined odd string
"""


@given(st.one_of(st.lists(st.sampled_from(WORDS.split()), max_size=25).map(" ".join), st.text(max_size=60)))
@settings(max_examples=300, deadline=2000)
def test_whatever_stands_there_is_filled_in_or_an_error(source: str) -> None:
    """No text brings up an exception of Jinja's, faker's or Python's."""
    modes: tuple[Mode, ...] = ("expressions", "full")
    for mode in modes:
        for text in (f"{{{{ {source} }}}}", f"{{% if {source} %}}a{{% endif %}}"):
            with suppress(TemplateError):
                template = compile_text(text, mode=mode)
                assert isinstance(template if isinstance(template, str) else template.render(context()), str)


def test_output_is_bounded() -> None:
    """A text may not become longer than a million characters, whatever it is made of."""
    assert "1000000 characters" in fails("{{ user }}{{ user }}", user="x" * 600_000)


@pytest.mark.parametrize(
    "text",
    [
        "{{ user.__class__ }}",
        "{{ user.__class__.__mro__ }}",
        "{{ user['__class__'] }}",
        "{{ user | attr('__class__') }}",
        "{{ '{0.__class__}'.format(user) }}",
        "{{ match.__init__.__globals__ }}",
        "{{ fake._make }}",
        "{{ messages.append(1) }}",
        "{{ messages[0].update({'role': 'x'}) }}",
        "{{ request.clear() }}",
        "{{ user.format_map({}) }}",
        "{{ user.encode() }}",
        "{{ '{0.upper}'.format(user) }}",
        "{{ '%s' | format(cycler) }}",
        "{{ '%s' | format(range) }}",
        "{{ '%s' | format(fake) }}",
        "{{ [user.upper] | join }}",
        "{{ range | string }}",
        "{{ lipsum() }}",
        "{{ joiner }}",
    ],
)
def test_the_sandbox_holds(text: str) -> None:
    """Nothing of Python is reached, and nothing is changed."""
    assert fails(text)


def test_jinja_is_imported_late() -> None:
    """Texts and plain paths, which most scenarios hold alone, need no Jinja, and nobody needs faker."""
    code = (
        "import sys; from mockllm.templates import compile_text; compile_text('{{ match.city }}'); compile_text('a');"
        "print(sorted({'jinja2', 'faker'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

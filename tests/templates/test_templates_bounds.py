"""What a template may do, and how much of it."""

import subprocess
import sys
from typing import Literal

import pytest

from mockllm.core import Incoming, Message, Request
from mockllm.errors import TemplateError
from mockllm.templates import Context, compile_text


def context(user: str = "x" * 1000) -> Context:
    request = Request(
        dialect="gateway", level="contract", model="m", asked_model="m", messages=(Message(role="user", content=user),)
    )
    incoming = Incoming(method="POST", path="", query="", headers={}, body=b"", level="contract")
    return Context.of(request, incoming, captures={}, seed_key=b"seed", now=1767225600)


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

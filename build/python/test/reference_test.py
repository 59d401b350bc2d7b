"""The reference in site/docs/python.md against the program: every entry exists, and its call is the one that Python sees."""

import inspect
import re
import unittest

import orbitcert
from fixtures import REPOSITORY

PAGE = (REPOSITORY / "site/docs/python.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^### orbitcert\.(\w+)\n\n```text\n(.*?)\n```", PAGE, re.MULTILINE | re.DOTALL))
REQUEST = (REPOSITORY / "site/docs/documents.md").read_text(encoding="utf-8").split("\n## Request\n")[1].split("\n###")[0]
ONCE = "\ntext : str\n    The document, with the bytes that the command line prints."


def explained(name, text):
    """Return what an entry has of a docstring: the page has the text of results once, and another page the fields of requests."""
    text = text.replace(ONCE, "")
    return re.sub(r"\n    .*", "", text) if name in ("Sampling", "Terms") else text


class Reference(unittest.TestCase):
    def test_has_every_function_and_class(self):
        named = {name: getattr(orbitcert, name) for name in orbitcert.__all__}
        public = {name for name, value in named.items() if (inspect.isclass(value) or inspect.isfunction(value)) and value.__name__ == name}
        self.assertEqual(public, set(ENTRIES))

    def test_arguments_are_those_of_the_program(self):
        for name, text in ENTRIES.items():
            value = getattr(orbitcert, name)
            if inspect.isfunction(value):
                call = text.split("\n\n")[0]
                named = re.findall(r"(?<=[(,*])(\w+)", call.replace("\n", "").replace(" ", ""))
                code = value.__code__
                self.assertEqual(named, list(code.co_varnames[:len(named)]))
                self.assertEqual(len(named), code.co_argcount + code.co_kwonlyargcount + ("**" in call))
            for part in explained(name, inspect.getdoc(value) or "").split("\n\n"):
                heading, *lines = part.split("\n")
                if not (heading == "Raises" and lines[2:] == ["    An argument is bad. `field` names it."]):
                    self.assertIn(" ".join(part.replace(f"\n{'-' * len(heading)}\n", ":\n").split()), " ".join(text.split()), name)

    def test_fields_of_requests_are_in_the_page_of_documents(self):
        for name in ("Sampling", "Terms"):
            for field in re.findall(r"^(\w+) : ", ENTRIES[name], re.MULTILINE):
                self.assertIn(f"`{'samples' if field == 'draws' else field}`", REQUEST)

    def test_members_exist_as_methods_or_properties(self):
        found = 0
        for name, text in ENTRIES.items():
            for member, called in re.findall(r"^(\w+)(\(.*|    \(property\))$", text, re.MULTILINE):
                if member != name and hasattr(getattr(orbitcert, name), member):
                    self.assertEqual(inspect.isfunction(inspect.getattr_static(getattr(orbitcert, name), member)), not called.startswith("    "), f"{name}.{member}")
                    found += 1
        self.assertGreater(found, 10)


if __name__ == "__main__":
    unittest.main()

"""The reference in site/docs/python.md against the program: every entry exists, and its call is the one that Python sees."""

import inspect
import re
import unittest

import orbitcert
from fixtures import REPOSITORY

PAGE = (REPOSITORY / "site/docs/python.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^### orbitcert\.(\w+)\n\n```text\n(.*?)\n```", PAGE, re.MULTILINE | re.DOTALL))
DOCUMENTS = (REPOSITORY / "site/docs/documents.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### orbitcert\.(\w+)\n\n```text\n(?:(?!```).)*\n```\n\n\[(.*?)\]\(documents\.md#", PAGE, re.MULTILINE | re.DOTALL))
ONCE = "\ntext : str\n    The document, with the bytes that the command line prints."


def rows(section):
    """Return the fields of a section of the page of documents, and of those that several sections have."""
    tables = "".join(re.split(rf"^#+ {name}$", DOCUMENTS, flags=re.MULTILINE)[1].split("\n#")[0] for name in (section, "Shared fields"))
    return {field for row in re.findall(r"^\| (.*?) \|", tables, re.MULTILINE) for field in re.findall(r"`(\w+)`", row)}


def explained(name, text, entry):
    """Return what an entry has of a docstring: the page has the text of results once, and that of documents the fields without a text."""
    text, known = text.replace(ONCE, ""), rows(SECTIONS[name]) if name in SECTIONS else set()
    for line, names, described in re.findall(r"^((\w[\w, ]*) : .*\n)((?:    .*(?:\n|$))+)", text, re.MULTILINE):
        if known.issuperset(names.split(", ")) and described.split("\n")[0] not in entry:
            text = text.replace(line + described, line)
    return text


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
            for part in explained(name, inspect.getdoc(value) or "", text).split("\n\n"):
                heading, *lines = part.split("\n")
                if not (heading == "Raises" and lines[2:] == ["    An argument is bad. `field` names it."]):
                    self.assertIn(" ".join(part.replace(f"\n{'-' * len(heading)}\n", ":\n").split()), " ".join(text.split()), name)

    def test_most_results_have_a_document_that_explains_fields(self):
        self.assertGreater(len(SECTIONS), 15)
        bare = re.findall(r"^\w[\w, ]* : .*\n(?! )", "\n".join(ENTRIES[name] + "\n" for name in SECTIONS), re.MULTILINE)
        self.assertGreater(len(bare), 50)

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

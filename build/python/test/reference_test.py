"""The reference in site/docs/python.md against the program: every entry exists, and its call is the one that Python sees."""

import inspect
import re
import unittest

import orbitcert
from fixtures import REPOSITORY

PAGE = (REPOSITORY / "site/docs/python.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^### orbitcert\.(\w+)\n\n```text\n(.*?)\n```", PAGE, re.MULTILINE | re.DOTALL))


class Reference(unittest.TestCase):
    def test_has_every_function_and_class(self):
        named = {name: getattr(orbitcert, name) for name in orbitcert.__all__}
        public = {name for name, value in named.items() if (inspect.isclass(value) or inspect.isfunction(value)) and value.__name__ == name}
        self.assertEqual(public, set(ENTRIES))

    def test_arguments_are_those_of_the_program(self):
        for name, text in ENTRIES.items():
            value = getattr(orbitcert, name)
            if inspect.isfunction(value):
                call = text.split("\n\n")[0].replace("\n", "").replace(" ", "")
                given = [one.replace(annotation=inspect.Parameter.empty) for one in inspect.signature(value).parameters.values()]
                self.assertEqual(call, f"{name}{inspect.Signature(given)}".replace(" ", ""))
            self.assertIn(" ".join((inspect.getdoc(value) or "").split()), " ".join(text.split()), name)

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

"""Compiles the catalogs of the package that is built. Everything else about it is in pyproject.toml."""

from pathlib import Path

import polib
from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithCatalogs(build_py):
    """A package has the .mo of every catalog and not its .po; an editable install uses the source tree's."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for path in Path(self.build_lib).rglob("*.po"):
                polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
                path.unlink()


setup(cmdclass={"build_py": BuildWithCatalogs})

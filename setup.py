"""Builds the native modules: each C file once, on all cores. All else is in pyproject.toml.

Several modules share kernels, and setuptools would compile those again for each of them, one file
after another, and all of them again at the next install. Objects are kept in build/objects.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer_group

_GENERATED = ("-O1", "-w")
"""For what Cython writes: it is ten times as long as the kernels, and no loop in it is hot."""


class BuildExt(build_ext):
    """Translates and compiles every source once, then links the modules."""

    def build_extensions(self) -> None:
        """Make all objects, then all modules."""
        self.check_extensions_list(self.extensions)
        self._folder = self._objects_folder()
        users: defaultdict[str, list[Extension]] = defaultdict(list)
        for extension in self.extensions:
            for source in extension.sources:
                users[source].append(extension)
        longest_first = sorted(users, key=lambda source: -Path(source).stat().st_size)
        longest_first.sort(key=lambda source: not source.endswith(".pyx"))
        with ThreadPoolExecutor(_cores()) as pool:
            jobs = {
                source: pool.submit(self._object, source, users[source]) for source in longest_first
            }
            objects = {source: job.result() for source, job in jobs.items()}
            list(pool.map(lambda extension: self._link(extension, objects), self.extensions))

    def _objects_folder(self) -> Path:
        """Return where objects of this compiler, this Python and this Cython are kept."""
        from Cython import __version__ as cython

        makers = (sys.version, cython, *_GENERATED, *self.compiler.compiler_so)
        digest = sha256("\n".join(makers).encode()).hexdigest()[:12]
        return Path(self.get_finalized_command("build").build_base, "objects", digest)

    def _object(self, source: str, users: list[Extension]) -> str:
        """Return the object file of a source, made anew if anything it depends on is newer."""
        extension = users[0]
        depends = [source, *(path for user in users for path in user.depends)]
        flags, folder = list(extension.extra_compile_args), str(self._folder)
        if source.endswith(".pyx"):
            source, folder = self._translated(source, depends), ""
            flags += _GENERATED
        (made,) = self.compiler.object_filenames([source], output_dir=folder)
        if self.force or newer_group(depends, made):
            self.compiler.compile(
                [source],
                output_dir=folder,
                include_dirs=extension.include_dirs,
                extra_postargs=flags,
            )
        return made

    def _translated(self, source: str, depends: list[str]) -> str:
        """Return the C file that Cython makes of a module."""
        made = self._folder / Path(source).with_suffix(".c").name
        if self.force or newer_group(depends, str(made)):
            self._folder.mkdir(parents=True, exist_ok=True)
            command = [sys.executable, "-m", "cython", "-3", "--output-file", str(made), source]
            subprocess.run(command, check=True)
        return str(made)

    def _link(self, extension: Extension, objects: dict[str, str]) -> None:
        path = self.get_ext_fullpath(extension.name)
        parts = [objects[source] for source in extension.sources]
        if self.force or newer_group(parts, path):
            self.compiler.link_shared_object(
                parts,
                path,
                export_symbols=self.get_export_symbols(extension),
                build_temp=self.build_temp,
            )


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


setup(cmdclass={"build_ext": BuildExt})

"""Build the source distribution into a folder, and print its path."""

import os
import sys

from setuptools import build_meta

folder = os.path.abspath(sys.argv[1])  # noqa: PTH100
saved = os.dup(1)
os.dup2(2, 1)  # what the build says goes to standard error
name = build_meta.build_sdist(folder)
os.dup2(saved, 1)
print(os.path.join(folder, name))  # noqa: PTH118

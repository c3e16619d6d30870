"""The fuzzer of the native interface, under the sanitizers: `make fuzz`, where there is one."""

import subprocess
from pathlib import Path

from tests.torture.trial import Trial

_MAKEFILE = Path(__file__).parents[2] / "Makefile"
_SECONDS = 20


def native(random, folder):
    """Run it for a while, again and again."""
    while "\nfuzz:" in _MAKEFILE.read_text():
        seed = random.randrange(10**6)
        words = [
            "make",
            "--silent",
            "-C",
            str(_MAKEFILE.parent),
            "fuzz",
            f"FUZZ=--seconds {_SECONDS} --seed {seed}",
        ]
        done = subprocess.run(words, capture_output=True, check=False)
        broke = None
        if done.returncode:
            broke = f"exit code {done.returncode}: {(done.stdout + done.stderr)[-500:]!r}"
        yield Trial(f"make fuzz, seed {seed}", broke)

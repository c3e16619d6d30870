"""Run a question in a process of its own that ends after some CPU seconds; for scripts.

CPU time is a limit that the load of the machine does not shorten.
"""

import json
import math
import os
import resource
import signal


def within(seconds, ask):
    """Return what `ask()` gives, as JSON holds it, and the CPU seconds that it took.

    The process counts its own seconds and those of its children. If it is not done in time, the
    answer is None.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        most = math.ceil(1.3 * seconds)  # the kernel counts in coarse steps
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        os.write(writing, json.dumps(ask()).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    _, _, used = os.wait4(child, 0)
    spent = used.ru_utime + used.ru_stime
    return json.loads(text) if text and spent <= seconds else None, spent

"""How a process died, in one line for people.

For outcomes of runs whose process, or whose worker, ended without an answer.

>>> cause_of_death("its process", 3, "Loading\\nno licence found\\n")
'its process ended with exit code 3 and no answer: no licence found'
"""

from __future__ import annotations

import signal

from blackhole_models.errors import shorten

LONGEST_MESSAGE = 400
_REPORT = "Fatal Python error"


def cause_of_death(who: str, code: int, printed: str) -> str:
    """Say how `who` ended.

    Args:
        who: what ended, as the sentence's subject.
        code: its exit code, or minus the number of the signal that ended it, as in `Popen.returncode`.
        printed: what it wrote to standard error. The last line before the interpreter's own report on a crash is
            quoted: it is where a library says what went wrong.
    """
    if code >= 0:
        cause = f"{who} ended with exit code {code} and no answer"
    elif -code == signal.SIGKILL:
        cause = f"{who} was killed from elsewhere (when memory runs out, the system does that)"
    else:
        cause = f"{who} died of {signal.Signals(-code).name}"
    lines = printed.partition(_REPORT)[0].splitlines()
    last = next((line for line in reversed(lines) if line.strip()), "")
    return shorten(f"{cause}: {last}" if last else cause, LONGEST_MESSAGE)

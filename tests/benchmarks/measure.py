"""What the benchmarks share: CPU time of calls and of child processes, a reference loop to compare machines by."""

import resource
import statistics
import subprocess
import sys
import time


def child_seconds(arguments, repeat=5):
    """Median CPU seconds of a Python process with these arguments."""
    seconds = []
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(seconds)


def cpu_seconds(call, repeat, warm=True):
    """Median CPU seconds of a call in this process, after one that is not counted (unless it takes too long)."""
    if warm:
        call()
    seconds = []
    for _ in range(repeat):
        started = time.process_time()
        call()
        seconds.append(time.process_time() - started)
    return statistics.median(seconds)


def p95(times):
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


def reference_loop():
    """A fixed piece of pure Python: its time says how fast this machine is, and how busy."""
    total = 0
    for i in range(200_000):
        total += i * i % 7
    return total

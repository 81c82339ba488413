"""What the measurements say: the bars, and the Markdown that BENCHMARKS.md holds."""

import os
import platform
import subprocess

from measuring import COUNTDOWN


def median(program, metric):
    return program["summary"].get(metric, {}).get("median")


def worst(program, metric):
    return program["summary"].get(metric, {}).get("max")


def lowest(program, metric):
    return program["summary"].get(metric, {}).get("min")


def ratio(program, metric):
    return program["ratios"].get(metric, {}).get("ratio")


def product(results, part):
    return results[part]["programs"]["vestibule"]


def idle(results):
    return [(name, one) for name, one in results["idle"]["programs"].items() if name not in ("cform", "dialog")]


WAYS = ("key", "term", "hup", "int", "hangup")


def certain(results):
    """Bars that hold on a machine however busy: (what, measured, limit, whether it holds)."""
    visible, masked = product(results, "echo"), product(results, "masked")
    both = (median(visible, "bytes_per_key") + median(masked, "bytes_per_key")) / 2
    yield "bytes a key, over both fields", both, "≤ 2", both <= 2
    most = max(worst(visible, "bytes_key_max"), worst(masked, "bytes_key_max"))
    yield "bytes of the costliest key", most, "≤ 8", most <= 8
    missed = worst(visible, "missed") + worst(masked, "missed")
    yield "keys without an echo", missed, "0", missed == 0
    for name, one in idle(results):
        wakes, sent = median(one, "wakeups_per_s"), median(one, "bytes_per_s")
        counts = name == COUNTDOWN
        yield (f"idle, {name}: wake-ups and bytes a second", f"{wakes:.2g}, {sent:.3g}",
               "≤ 1.5, ≤ 16" if counts else "0, 0",
               (wakes <= 1.5 and sent <= 16) if counts else wakes == 0 and sent == 0)
    resize = product(results, "resize")
    yield "8 resizes: bytes", ratio(resize, "bytes_out"), "≤ 0.6×", ratio(resize, "bytes_out") <= 0.6
    same = all(lowest(resize, flag) for flag in ("alive", "match", "same_as_fresh"))
    yield "8 resizes: the screen a fresh start shows", "yes" if same else "no", "yes", same
    for part in ("leave", "escape", "escape over SSH"):
        program = product(results, part)
        ways = [way for way in WAYS if f"{way}.ended" in program["summary"]]
        clean = all(lowest(program, f"{way}.ended") == 1 and worst(program, f"{way}.left_procs") == 0 for way in ways)
        clean &= all(lowest(program, f"{way}.restored") == 1 for way in ways if way != "hangup")
        name = {"leave": "Ctrl-C, TERM, HUP, INT, hang-up", "escape": "Esc"}.get(part, "Esc over SSH")
        yield f"{name}: terminal as before, nothing left", "yes" if clean else "no", "yes", clean


def timed(results):
    """Bars that tell something on a quiet machine only."""
    start = product(results, "start")
    yield "start: CPU", ratio(start, "cpu_ms"), "≤ 1.9×", ratio(start, "cpu_ms") <= 1.9
    yield "start: peak memory", ratio(start, "rss_kb"), "≤ 3.2×", ratio(start, "rss_kb") <= 3.2
    for name, one in idle(results):
        if name == COUNTDOWN:
            continue
        spent = median(one, "cpu_ms_per_s")
        yield f"idle, {name}: CPU ms a second", spent, "0", spent == 0
    quiet = worst(product(results, "resize"), "quiet_ms")
    yield "8 resizes: quiet after, ms", quiet, "≤ 60", quiet <= 60
    for way in WAYS:
        times = ratio(product(results, "leave"), f"{way}.exit_ms")
        yield f"leaving by {way}: time", times, "≤ 2×", times <= 2
    for part, limit in (("escape", 60), ("escape over SSH", 400)):
        spent = median(product(results, part), "key.exit_ms")
        yield f"{part}, ms", spent, f"≤ {limit}", spent <= limit


def number(value):
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(number(cell) for cell in row) + " |" for row in rows])


def bars(results, parts):
    rows = [(what, measured, limit, "yes" if holds else "**no**")
            for part in parts for what, measured, limit, holds in part(results)]
    return table(("bar", "measured", "limit", "holds"), rows)


def check(results):
    failed = [bar for bar in certain(results) if not bar[3]]
    for what, measured, limit, holds in certain(results):
        print(f"  {'holds ' if holds else 'FAILED'}  {what}: {number(measured)} ({limit})")
    return 1 if failed else 0


COLUMNS = {
    "start": [("paint ms", "paint_ms"), ("CPU ms", "cpu_ms"), ("peak RSS KiB", "rss_kb"), ("PSS KiB", "pss_kb"),
              ("mapped files KiB", "files_kb"), ("bytes", "bytes_paint")],
    "echo": [("bytes a key", "bytes_per_key"), ("most", "bytes_key_max"), ("p50 ms", "p50_ms"),
             ("p95 ms", "p95_ms"), ("CPU ms a key", "cpu_ms_per_key"), ("missed", "missed")],
    "paste": [("read ms", "consumed_ms"), ("done ms", "done_ms"), ("CPU ms", "cpu_ms"), ("bytes", "bytes_out")],
    "resize": [("quiet ms", "quiet_ms"), ("bytes", "bytes_out"), ("CPU ms", "cpu_ms"),
               ("as fresh", "same_as_fresh")],
    "leave": [(f"{way} ms", f"{way}.exit_ms") for way in WAYS],
    "idle": [("wake-ups a s", "wakeups_per_s"), ("CPU ms a s", "cpu_ms_per_s"), ("bytes a s", "bytes_per_s"),
             ("threads", "threads"), ("RSS KiB", "rss_kb"), ("PSS KiB", "pss_kb")],
}
TITLES = {
    "start": "Start to first paint", "echo": "Sixteen keys into the visible field",
    "masked": "Sixteen keys into the masked field", "paste": "A paste of 4 KiB",
    "resize": "Eight resizes, 5 ms apart", "leave": "Leaving"}


def compared(results, part):
    columns = COLUMNS.get(part) or COLUMNS["echo"]
    rows = []
    for name, program in results[part]["programs"].items():
        row = [name] + [median(program, metric) for _, metric in columns]
        for _, metric in columns:
            times = ratio(program, metric)
            row.append("-" if times is None else f"{times:.2f}×")
        rows.append(row)
    names = [name for name, _ in columns]
    load = " to ".join(str(value) for value in results[part]["load"])
    return f"### {TITLES[part]}\n\n{results[part]['runs']} rounds; load {load}.\n\n" + table(
        ["program", *names, *(f"{name} /" for name in names)], rows)


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    system = next((line.split("=")[1].strip().strip('"') for line in open("/etc/os-release")
                   if line.startswith("PRETTY_NAME")), "?")
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    version = next((word for word in swift.replace("(", " ").split() if word[:1].isdigit()), "?")
    return f"{model}, {os.cpu_count()} processors, {system}, Linux {platform.release()}, Swift {version}"


def markdown(results, programs):
    size = (programs / "vestibule").stat().st_size
    screens = table(
        ["screen", *(name for name, _ in COLUMNS["idle"])],
        [[name, *(median(one, metric) for _, metric in COLUMNS["idle"])]
         for name, one in results["idle"]["programs"].items()])
    sign_ins = table(
        ["sign-in", "requests", "connections"],
        [[name, got["requests"], got["connections"]] for name, got in results["sign-ins"].items()])
    parts = [
        f"Measured {results['date']} on {machine()}. The program: {size / 1e6:.1f} MB, stripped.",
        "## The bars\n\n" + bars(results, (certain, timed)),
        "## The measurements\n\nMedians; the columns with a stroke are ratios to `cform` in the same round.",
        *(compared(results, part) for part in TITLES),
        "### Idle for ten seconds\n\n" + screens,
        "### A sign-in, as the service sees it\n\n" + sign_ins]
    return "\n\n".join(parts)

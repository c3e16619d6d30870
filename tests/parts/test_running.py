"""Jobs in parts: what is done stays done, what fails is tried again, and nothing hangs."""

import json
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from csp_sudoku import CspSudokuError, PartsError, parts
from csp_sudoku.cli import main
from csp_sudoku.parts.executors import factory_of
from csp_sudoku.parts.job import Part, versions
from csp_sudoku.whole_files import try_lock
from tests.cli.process import here
from tests.parts.sources import content, done, games, half_files


@pytest.fixture
def plan(tmp_path):
    sources = games(tmp_path / "in")
    return parts.plan(parts.Job("solve"), sources, tmp_path / "out")


def whole(plan, folder):
    """Run the same job elsewhere, in the simplest way; return its bytes."""
    again = parts.plan(plan.job, [plan[i].source for i in range(len(plan))], folder)
    done(again, executor=lambda: ThreadPoolExecutor(1))
    return content(folder, plan.suffix)


def test_results_are_those_of_the_command(plan, capsysbinary):
    reports = done(plan)
    assert sorted(reports) == [0, 1, 2, 3, 4]
    for part in plan:
        main(["solve", part.source])
        assert capsysbinary.readouterr().out == (plan.out / f"{part.name}.txt").read_bytes()
    assert parts.status(plan.out).tally == {"solved": 100}
    assert half_files(plan.out) == []


@pytest.mark.parametrize("name", ["threads", "processes", "concurrent.futures:ThreadPoolExecutor"])
def test_every_executor_gives_the_same_bytes(plan, tmp_path, name):
    done(plan, executor=factory_of(name, 2))
    assert content(plan.out) == whole(plan, tmp_path / "other")


def test_only_what_is_missing_is_done(plan):
    first = done(plan)
    (plan.out / "00002.txt").unlink()
    (plan.out / "00003.json").unlink()
    (plan.out / "00004.txt").write_text("cut off")
    again = done(plan, resume=True)
    assert sorted(again) == [2, 3, 4]
    assert all(again[number].sha256 == first[number].sha256 for number in again)
    assert done(plan, resume=True) == {}


def test_the_index_is_only_a_shortcut(plan):
    done(plan)
    index = plan.out / "done.index"
    lines = index.read_text().split()
    for damaged in ("", lines[0][:5], "[]\n[1]\n{}\nnull\n\x00", "[7, 1, 1, 0.1, {}]\n"):
        index.write_text(damaged)
        assert parts.status(plan.out).done == 5
        assert done(plan, resume=True) == {}
    assert {line[:2] for line in index.read_text().splitlines()} >= {"[0", "[1", "[2", "[3", "[4"}


def test_a_report_of_another_job_does_not_count(plan):
    done(plan)
    report = plan.out / "00001.json"
    fields = json.loads(report.read_text())
    report.write_text(json.dumps(fields | {"key": "another"}))
    (plan.out / "done.index").unlink()
    assert sorted(done(plan, resume=True)) == [1]


def test_another_job_is_refused(plan, tmp_path):
    done(plan)
    before = content(plan.out)
    sources = [part.source for part in plan]
    for job, files, says in (
        (parts.Job("solve", {"limit": 3}), sources, "--limit"),
        (parts.Job("count"), sources, "begun by solve, and this run is count"),
        (parts.Job("solve"), sources[1:], "5"),
        (parts.Job("solve"), sources[::-1], "is not what it was begun with"),
    ):
        with pytest.raises(CspSudokuError, match=says):
            done(parts.plan(job, files, plan.out), resume=True)
    with pytest.raises(PartsError, match="has a job in parts already; continue it with --resume"):
        done(plan)
    os.utime(sources[0], ns=(1, 1))
    with pytest.raises(CspSudokuError, match="is not what it was begun with"):
        done(plan, resume=True)
    assert content(plan.out) == before


def test_a_folder_of_something_else_is_refused(plan):
    plan.out.mkdir()
    (plan.out / "thesis.tex").touch()
    with pytest.raises(PartsError, match=r"other files already, such as thesis\.tex"):
        done(plan)


def test_a_second_writer_is_refused(plan):
    run = parts.run_parts(plan, executor=parts.threads(1))
    next(run)
    assert parts.status(plan.out).is_running
    with pytest.raises(CspSudokuError, match="another run is writing it"):
        done(plan, resume=True)
    with pytest.raises(CspSudokuError, match="another run is writing it"):
        done(plan, share=(0, 3))
    list(run)
    assert not parts.status(plan.out).is_running
    assert done(plan, resume=True) == {}


def test_whoever_looks_is_told_how_fast_it_goes(plan):
    run = parts.run_parts(plan, executor=parts.threads(1))
    for number in range(3):
        report = plan[next(run).part].report
        os.utime(report, (1000 + 2 * number, 1000 + 2 * number))
    found = parts.status(plan.out)
    assert (found.parts_per_second, found.rows_per_second) == (0.5, 10.0)
    assert found.seconds_left == 2 * found.missing
    run.close()
    found = parts.status(plan.out)
    assert (found.rows_per_second, found.seconds_left) == (0.0, None)


def test_whoever_looks_does_not_refuse_a_run_that_starts(plan, monkeypatch):
    done(plan)
    runs = []

    def start(file, **settings):
        """Start a run at the moment when the status of the folder holds a lock."""
        held = try_lock(file, **settings)
        if not runs:
            runs.append(threads.submit(done, plan, resume=True))
            wait(runs, timeout=0.2)
        return held

    with ThreadPoolExecutor(1) as threads:
        monkeypatch.setattr("csp_sudoku.parts.folder.try_lock", start)
        assert not parts.status(plan.out).is_running
        assert runs[0].result() == {}


def test_two_who_look_do_not_take_each_other_for_a_run(plan):
    done(plan)
    with (plan.out / "done.index").open("rb") as file:
        assert try_lock(file.fileno(), shared=True)
        assert not parts.status(plan.out).is_running


def test_shares_that_begin_at_the_same_time(plan, monkeypatch):
    """Another share writes the manifest just when this one has seen that there is none."""
    exists, begun = Path.exists, []

    def begin(path, **settings):
        if path.name == "manifest.json" and not begun:
            begun.append(path)
            done(plan, share=(1, 3))
            return False
        return exists(path, **settings)

    monkeypatch.setattr(Path, "exists", begin)
    assert sorted(done(plan, share=(0, 3))) == [0, 3]
    assert begun
    assert parts.status(plan.out).done == 4


def test_three_shares_make_the_whole(plan, tmp_path):
    runs = [parts.run_parts(plan, share=(number, 3)) for number in range(3)]
    reports = [[next(run) for run in runs]]  # all of them at the same time
    with pytest.raises(CspSudokuError, match="share 1/3: another run"):
        done(plan, share=(1, 3))
    assert parts.status(plan.out).is_running
    reports += [list(run) for run in runs]
    assert not parts.status(plan.out).is_running
    numbers = [report.part for some in reports for report in some]
    assert sorted(numbers) == [0, 1, 2, 3, 4]
    assert content(plan.out) == whole(plan, tmp_path / "other")
    assert parts.status(plan.out).done == 5
    assert done(plan, resume=True) == {}
    with pytest.raises(PartsError, match="no share 3 of 3; use 0 to 2"):
        done(plan, share=(3, 3))


# Executors that fail


class Broken(Executor):
    """Breaks at the third part that it is given, and takes all others with it, four times."""

    made = 0

    def __init__(self):
        type(self).made += 1
        self._pool = ThreadPoolExecutor(1)
        self._given = 0

    def submit(self, fn, /, *args, **kwargs):
        self._given += 1
        if self._given % 3 or self.made > 4:
            return self._pool.submit(fn, *args, **kwargs)
        future = Future()
        future.set_exception(BrokenExecutor("a worker was killed"))
        return future


class Never(Executor):
    """Takes parts, and is never heard of again."""

    def submit(self, fn, /, *args, **kwargs):
        return Future()


class Closed(Executor):
    def submit(self, fn, /, *args, **kwargs):
        raise RuntimeError("cannot schedule new futures after shutdown")


def test_an_executor_that_breaks_is_replaced(plan, tmp_path):
    Broken.made = 0
    done(plan, executor=Broken, ahead=3, attempts=5)
    assert Broken.made == 5
    assert content(plan.out) == whole(plan, tmp_path / "other")


class Kills(Executor):
    """Does all parts but one, with which it breaks, as a pool when a process is killed."""

    def __init__(self, part, is_broken=True):
        self._part = part
        self._is_broken = is_broken

    def submit(self, fn, /, job, part, *args):
        future = Future()
        if part.number == self._part and self._is_broken:
            future.set_exception(BrokenExecutor("a process was killed"))
        else:
            future.set_result(fn(job, part, *args))
        return future


def test_kills_do_not_count_for_parts_that_were_only_there(plan, tmp_path):
    """A long part sees five executors break, and none of it is its fault."""
    breaks = iter([True] * 5 + [False])
    reports = done(plan, executor=lambda: Kills(0, next(breaks)), ahead=2)
    assert sorted(reports) == [0, 1, 2, 3, 4]
    assert content(plan.out) == whole(plan, tmp_path / "other")


def test_a_part_that_breaks_every_executor_is_found(plan):
    with pytest.raises(PartsError, match=r"1 of 5 parts failed, the first is part 2: .*killed"):
        done(plan, executor=lambda: Kills(2), ahead=2)
    assert parts.status(plan.out).done == 4
    assert sorted(done(plan, resume=True)) == [2]


@pytest.mark.parametrize(
    ("executor", "says"),
    [
        (Never, "no part was done for 0 seconds; 4 are with the executor"),
        (Closed, "11 executors broke one after the other: RuntimeError: cannot schedule"),
        (dict, "made a dict, which is not an executor"),
    ],
)
def test_an_executor_that_never_answers_is_given_up(plan, executor, says):
    with pytest.raises(PartsError, match=says):
        done(plan, executor=executor, ahead=4, stall=0.3)
    assert sorted(done(plan, resume=True)) == [0, 1, 2, 3, 4]


def test_a_part_that_is_lost_is_tried_again(plan, monkeypatch):
    """Its future never ends, as with MPI, while other parts go on."""
    monkeypatch.setattr("csp_sudoku.parts.watching._GRACE_SECONDS", 0.1)

    class Loses(ThreadPoolExecutor):
        given = 0

        def submit(self, fn, /, *args, **kwargs):
            type(self).given += 1
            return Future() if self.given == 2 else super().submit(fn, *args, **kwargs)

    reports = done(plan, executor=lambda: Loses(1), part_timeout=1.0, stall=60)
    assert [reports[number].attempt for number in sorted(reports)] == [1, 2, 1, 1, 1]


def test_a_process_that_is_killed_is_replaced(tmp_path):
    sources = games(tmp_path / "in", 30, 3)
    plan = parts.plan(parts.Job("rate"), sources, tmp_path / "out")
    killed = []

    def kill_one(progress):
        children = multiprocessing.active_children()
        if progress.done in (3, 4) and progress.done not in killed and children:
            killed.append(progress.done)
            os.kill(children[0].pid, signal.SIGKILL)

    run = {"executor": parts.processes(2), "progress": kill_one, "attempts": 4}
    reports = done(plan, **run)
    assert killed
    assert len(reports) == 30
    assert content(plan.out) == whole(plan, tmp_path / "other")
    assert half_files(plan.out) == []


# Parts that fail


def test_a_part_that_fails_does_not_stop_the_others(plan):
    source = Path(plan[2].source)
    source.unlink()
    source.mkdir()
    with pytest.raises(PartsError, match=r"1 of 5 parts failed, the first is part 2: .*directory"):
        done(plan)
    found = parts.status(plan.out)
    assert (found.done, found.missing, list(found.failed)) == (4, 1, [2])
    assert "directory" in found.failed[2]


def test_a_puzzle_that_fails_does_not_stop_the_part(tmp_path):
    source = tmp_path / "mixed.txt"
    source.write_text(f"{'1' * 81}\n{'.' * 81}\nnonsense\n{'12345678.' + '.' * 72}\n")
    plan = parts.plan(parts.Job("rate"), [source], tmp_path / "out")
    report = done(plan)[0]
    assert report.tally == {"invalid": 1, "multiple": 2, "none": 1}
    assert (plan.out / "00000.txt").read_text() == "none\nmultiple\ninvalid\nmultiple\n"
    assert "there is no puzzle in these words: 'nonsense'" in report.complaint


def test_a_wish_that_no_puzzle_can_meet_is_named(tmp_path):
    """All rows of the job were invalid, and nothing said why."""
    files = games(tmp_path / "in", 2, 3)
    words = ("minimum", *files, "--at-most", 16, "-o", f"{tmp_path / 'out'}/")
    ended = here(*words, "--executor", "threads")
    assert ended.code == 2
    assert "6 invalid" in ended.err
    assert "no 9x9 puzzle with 16 clues" in ended.err


def test_an_empty_source_is_an_empty_part(tmp_path):
    source = tmp_path / "empty.txt"
    source.write_text("# nothing\n\n")
    for suffix in (".txt", ".parquet"):
        plan = parts.plan(parts.Job("solve"), [source], tmp_path / suffix, suffix=suffix)
        assert done(plan)[0].rows == 0


def test_a_part_has_a_deadline(tmp_path):
    sources = games(tmp_path / "in", 1, 300)
    plan = parts.plan(parts.Job("rate"), sources, tmp_path / "out")
    with pytest.raises(PartsError, match=r"1 of 1 parts failed.*the time for this part ended"):
        done(plan, part_timeout=0.05, attempts=2)
    assert content(plan.out) == {}
    assert done(plan, resume=True)[0].rows == 300


def test_a_full_disk_ends_the_run(plan, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("csp_sudoku.parts.running.size_and_digest", full)
    with pytest.raises(PartsError, match="No space left on device; continue with --resume"):
        done(plan)
    monkeypatch.undo()
    assert half_files(plan.out) == []
    assert len(done(plan, resume=True)) == 5


def test_a_worker_with_another_version_is_refused(plan):
    job = parts.Job("solve", {}, {**versions(), "python": "2.7"})
    other = parts.plan(job, [part.source for part in plan], plan.out)
    with pytest.raises(PartsError, match=r"and the job was planned with python 2\.7"):
        done(other)
    assert content(plan.out) == {}


def test_half_files_of_the_dead_are_swept_and_those_of_the_living_stay(plan):
    plan.out.mkdir()
    dead, living = (plan.out / f".00001.txt.{'0' * 15}{i}.part" for i in range(2))
    done(plan)
    dead.write_text("half")
    living.write_text("half")
    import fcntl

    with living.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert parts.status(plan.out).half == 2
        done(plan, resume=True)
        assert half_files(plan.out) == [living.name]
    done(plan, resume=True)
    assert half_files(plan.out) == []


def test_threads_stop_when_the_rest_is_not_wanted(tmp_path):
    sources = games(tmp_path / "in", 2, 300)
    plan = parts.plan(parts.Job("rate"), [*sources, *sources], tmp_path / "out")
    run = parts.run_parts(plan, executor=parts.threads(2))
    next(run)
    run.close()
    deadline = time.monotonic() + 30
    while any(thread.name.startswith("parts-") for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert half_files(plan.out) == [] or done(plan, resume=True)


def test_nonsense_is_refused(plan, tmp_path):
    with pytest.raises(PartsError, match="there is no executor 'fibers'"):
        factory_of("fibers")
    with pytest.raises(PartsError, match="is not a function"):
        factory_of("os:sep")
    with pytest.raises(PartsError, match="without parts"):
        parts.plan(parts.Job("solve"), [], tmp_path)
    with pytest.raises(PartsError, match="'dance' cannot be asked in parts"):
        done(parts.plan(parts.Job("dance"), [plan[0].source], tmp_path / "dance"))
    with pytest.raises(PartsError, match="attempts is 0"):
        parts.run_parts(plan, attempts=0)
    with pytest.raises(PartsError, match=r"cannot write \.doc files"):
        parts.plan(parts.Job("solve"), ["a"], tmp_path, suffix=".doc")
    with pytest.raises(CspSudokuError, match="no folder"):
        parts.status(tmp_path / "nowhere")


def test_a_part_says_where_it_is():
    part = Part(3, range(5), "out/00003.txt.gz")
    assert (part.report.name, part.failure.name) == ("00003.json", "00003.failed.json")

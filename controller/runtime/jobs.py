"""What takes its time, one job at once, beside the loop.

jobs.begin(lambda: export(folder, stick), lambda where: Told("exported", str(where)), "bad-stick")
if jobs.is_done: told = jobs.finish()
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, NamedTuple

from controller.errors import UserError
from controller.storage.folder import StorageError
from controller.view import Told


class Job(NamedTuple):
    work: Future[Any]
    then: Callable[[Any], Told | None]
    failed: str  # code of a Told


class Jobs:
    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._job: Job | None = None

    @property
    def is_busy(self) -> bool:
        return self._job is not None

    @property
    def is_done(self) -> bool:
        """Whether there is something to finish."""
        return self._job is not None and self._job.work.done()

    def begin(
        self, work: Callable[[], Any], then: Callable[[Any], Told | None], failed: str = "failed"
    ) -> None:
        """Run *work* beside the loop; *then* gets what came of it, *failed* is told of a UserError."""
        self._job = Job(self._executor.submit(work), then, failed)

    def finish(self) -> Told | None:
        """What there is to tell about the job that is done."""
        assert self._job, "only called when there is one"
        job, self._job = self._job, None
        try:
            return job.then(job.work.result())
        except UserError as error:
            return failure(error, job.failed)


def failure(error: Exception, code: str = "failed") -> Told:
    return Told("not-kept" if isinstance(error, StorageError) else code, str(error))

# A task that fails twice is tried again; one that keeps failing is reported through a custom error.


class GaveUp(Exception):
    def __init__(self, attempts):
        super().__init__(f"gave up after {attempts} attempts")
        self.attempts = attempts


class Flaky:
    def __init__(self, failures):
        self.failures = failures

    def fetch(self):
        if self.failures > 0:
            self.failures -= 1
            raise ConnectionError("no answer")
        return "data"


def retry(task, limit, log):
    for attempt in range(1, limit + 1):
        try:
            return task.fetch()
        except ConnectionError as error:
            log.append(f"attempt {attempt}: {error}")
            if attempt == limit:
                raise GaveUp(attempt) from error
        finally:
            log.append(f"attempt {attempt} over")


def run():
    log = []
    results = []
    for failures in (0, 2, 5):
        try:
            results.append(retry(Flaky(failures), 3, log))
        except GaveUp as problem:
            cause = type(problem.__cause__).__name__
            results.append(f"{problem} ({cause})")
    return results, log

"""The page in the browser, and the server behind it: `csp-sudoku serve`.

    browser ──HTTP──▶ guard ──▶ app ──▶ questions ──▶ the library
                                   │
                                   └─▶ workers: processes that can be ended

One request is one job: `POST /ask/NAME` with a JSON object. The answer is one JSON object, or lines
of JSON while a long job runs; whoever hangs up ends the job. The page in `static/` knows no Sudoku:
it draws what it is told.
"""

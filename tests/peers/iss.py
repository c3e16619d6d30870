"""Ask the Interactive Sudoku Solver, with node, for the counts of its own strings."""

import json
import subprocess
import tempfile
from pathlib import Path

DRIVER = """
import { readFileSync } from 'node:fs';
const [folder, file, most] = process.argv.slice(2);
const env = await import(folder + '/tests/helpers/test_env.js');
env.ensureGlobalEnvironment();
const { SudokuParser } = await import(folder + '/js/sudoku_parser.js');
const { SudokuBuilder } = await import(folder + '/js/solver/sudoku_builder.js');
const used = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
for (const text of JSON.parse(readFileSync(file, 'utf8'))) {
  let found;
  try {
    const read = SudokuParser.parseText(text);
    const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(read));
    const start = used();
    solver.setProgressCallback(() => { if (used() - start > 3000) throw new Error('LATE'); }, 10);
    found = solver.countSolutions(+most);
  } catch (error) {
    found = String(error).split('\\n')[0];
  }
  console.log(JSON.stringify(found));
}
"""


def counted(folder, texts, most):
    """Return the solutions of each string up to a number, or the solver's error.

    The solver is in a folder: a checkout of sigh/Interactive-Sudoku-Solver.
    """
    with tempfile.TemporaryDirectory() as place:
        driver, file = Path(place, "driver.mjs"), Path(place, "puzzles.json")
        driver.write_text(DRIVER)
        file.write_text(json.dumps(texts))
        command = ["node", driver, Path(folder).resolve(), file, str(most)]
        answers = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in answers.splitlines()]

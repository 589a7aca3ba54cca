import type { Arguments } from '../arguments.ts'
import { medianCalibration } from '../calibration/calibration.ts'
import { currentCommit, describeMachine } from '../machine.ts'
import { type BenchTools, measureCalibrated } from '../measure-rows.ts'
import { describeCalibration, formatMachine, printFigure, type Write } from '../print.ts'
import type { Row } from '../row.ts'
import { compareRow, isImproved } from './compare.ts'
import { exitStatus } from './exit-status.ts'
import { calibrationsOf, describeUnquiet, findUnquietParts } from './quiet.ts'
import { combineFigures, type Measurement, type StoredRow } from './stored-run.ts'
import { readStoredRun, writeStoredRun } from './stored-run-file.ts'

/** The spread of a figure takes more than one measurement. */
const timesByDefault = 3

/**
 * Measures rows and replaces them in the file, each as soon as it is measured; with `improve` only those that are better now.
 * The other rows stay.
 */
export async function storeRun(
  rows: readonly Row[],
  { mode, file, times }: Arguments,
  tools: BenchTools,
  write: Write,
): Promise<number> {
  let run = readStoredRun(file) ?? {}
  let isComplete = true
  write(`${formatMachine(describeMachine())}\n`)
  for (const row of rows) {
    const measured = await measureCalibrated(row, times ?? timesByDefault, tools)
    const result = toStoredRow(row, measured)
    printMedians(row, measured, result, write)
    write(`  calibration: ${describeCalibration(result.calibration)}\n`)
    const problem = findProblem(row, measured, result)
    if (problem) {
      isComplete = false
      write(`${problem}; not stored\n`)
    } else if (mode === 'improve' && !improves(row.name, result, run[row.name])) {
      write(`${row.name}: not better than stored; left as it was\n`)
    } else {
      run = { ...run, [row.name]: result }
      writeStoredRun(file, run)
      write(`${row.name}: stored in ${file}\n`)
    }
  }
  return isComplete ? exitStatus.kept : exitStatus.notQuiet
}

function printMedians(
  row: Row,
  measured: readonly Measurement[],
  { figures }: StoredRow,
  write: Write,
): void {
  for (const figure of measured.at(-1)?.figures ?? []) {
    const median = figures.find(({ what }) => what === figure.what)?.measured ?? figure.measured
    printFigure(row.name, { ...figure, measured: median }, write)
  }
}

function toStoredRow(row: Row, measured: readonly Measurement[]): StoredRow {
  return {
    commit: currentCommit(),
    date: new Date().toISOString(),
    machine: describeMachine(),
    times: measured.length,
    calibration: medianCalibration(calibrationsOf(measured)),
    figures: combineFigures(row, measured),
  }
}

function findProblem(row: Row, measured: readonly Measurement[], { figures }: StoredRow): string | null {
  const wrong = figures.find(({ lowest, highest }) => !Number.isFinite(lowest) || !Number.isFinite(highest))
  if (wrong) return `${row.name}: “${wrong.what}” is no number`
  const unquiet = findUnquietParts(measured, figures)
  return unquiet.length > 0 ? describeUnquiet(row.name, unquiet) : null
}

/** A row that was never stored is better than none. */
function improves(name: string, result: StoredRow, stored: StoredRow | undefined): boolean {
  return !stored || isImproved(compareRow(name, result.figures, result.calibration, stored))
}

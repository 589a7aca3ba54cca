import { type Arguments, BenchProblem } from '../arguments.ts'
import { type Calibration, medianCalibration } from '../calibration/calibration.ts'
import { describeMachine } from '../machine.ts'
import { type BenchTools, measureCalibrated } from '../measure-rows.ts'
import { describeCalibration, formatMachine, printComparison, type Write } from '../print.ts'
import type { Row } from '../row.ts'
import { compareRow, isWorse, type RowComparison } from './compare.ts'
import { exitStatus, statusOfComparison } from './exit-status.ts'
import { calibrationsOf, describeUnquiet, findUnquietParts } from './quiet.ts'
import { combineFigures, type Measurement, type StoredRow, type StoredRun } from './stored-run.ts'
import { readStoredRun } from './stored-run-file.ts'

/** A row that seems worse is measured so many times more, and the median decides: most single outliers are luck. */
const secondOpinions = 2

/** Measures the rows of the stored run, or those named, and says which figures are worse. */
export async function compareWithStored(
  rows: readonly Row[],
  { file, times, names }: Arguments,
  tools: BenchTools,
  write: Write,
): Promise<number> {
  const stored = readStoredRun(file)
  if (!stored) throw new BenchProblem(`There is no file ${file}; --store ${file} writes it`)
  const compared: RowComparison[] = []
  let isQuiet = true
  for (const row of selectRows(rows, names, stored, write)) {
    const was = stored[row.name]
    const measured = await measureCalibrated(row, times ?? 1, tools)
    if (times === null && compareMeasured(row, measured, was).compared.some(isWorse)) {
      write(`${row.name}: seems worse; measured ${secondOpinions} more times\n`)
      measured.push(...(await measureCalibrated(row, secondOpinions, tools)))
    }
    const comparison = compareMeasured(row, measured, was)
    compared.push(comparison)
    printRow(comparison, was, calibrationOf(measured), write)
    const unquiet = findUnquietParts(measured, combineFigures(row, measured))
    if (unquiet.length === 0) continue
    isQuiet = false
    write(`${describeUnquiet(row.name, unquiet)}\n`)
  }
  return conclude(compared, isQuiet, write)
}

/** Without names, what is stored; rows that take long only if they are named, as ever. */
function selectRows(
  rows: readonly Row[],
  names: readonly string[],
  stored: StoredRun,
  write: Write,
): readonly Row[] {
  if (names.length > 0) return rows.filter(({ name }) => names.includes(name))
  const usual = rows.filter(({ onlyByName }) => !onlyByName)
  const missing = usual.filter(({ name }) => !stored[name]).map(({ name }) => name)
  if (missing.length > 0) write(`not in the stored run, and not measured: ${missing.join(', ')}\n`)
  return usual.filter(({ name }) => stored[name])
}

function compareMeasured(
  row: Row,
  measured: readonly Measurement[],
  was: StoredRow | undefined,
): RowComparison {
  return compareRow(row.name, combineFigures(row, measured), calibrationOf(measured), was)
}

function calibrationOf(measured: readonly Measurement[]): Calibration {
  return medianCalibration(calibrationsOf(measured))
}

function printRow(
  { row, compared, notStored, notMeasured }: RowComparison,
  was: StoredRow | undefined,
  here: Calibration,
  write: Write,
): void {
  for (const comparison of compared) printComparison(row, comparison, write)
  for (const what of notStored) write(`? ${row}: “${what}” is not in the stored run\n`)
  for (const what of notMeasured) write(`✗ ${row}: “${what}” is in the stored run, but was not measured\n`)
  if (!was) return
  write(`  stored ${was.date.slice(0, 10)} at ${was.commit}; ${describeCalibration(here, was.calibration)}\n`)
  const [now, then] = [formatMachine(describeMachine()), formatMachine(was.machine)]
  if (now !== then) write(`  another machine: ${now}; stored on ${then}\n`)
}

function conclude(compared: readonly RowComparison[], isQuiet: boolean, write: Write): number {
  const status = statusOfComparison(compared, isQuiet)
  const worse = compared.flatMap((one) => one.compared).filter(isWorse).length
  const lost = compared.flatMap(({ notMeasured }) => notMeasured).length
  if (status === exitStatus.refused) write('nothing to compare: the stored run has none of these figures\n')
  else if (status === exitStatus.notQuiet)
    write('the machine was not quiet: this comparison can’t be trusted\n')
  else if (status === exitStatus.missed)
    write(`${worse} figures are more than 15 % worse than stored, ${lost} were not measured\n`)
  else write('no figure is more than 15 % worse than stored\n')
  return status
}

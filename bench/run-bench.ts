import { type Arguments, BenchProblem, parseArguments } from './arguments.ts'
import { type BenchTools, measureRows } from './measure-rows.ts'
import { printFigure } from './print.ts'
import type { Row } from './row.ts'
import { compareWithStored } from './stored-runs/compare-with-stored.ts'
import { exitStatus } from './stored-runs/exit-status.ts'
import { storeRun } from './stored-runs/store-run.ts'

/** The command: measures rows, and stores them or compares them with what was stored. Answers its exit status. */
export async function runBench(
  rows: readonly Row[],
  args: readonly string[],
  tools: BenchTools,
  write: (text: string) => void,
): Promise<number> {
  try {
    const given = parseArguments(args, rows)
    if (given.mode === 'compare') return await compareWithStored(rows, given, tools, write)
    const selected = select(rows, given)
    if (given.mode !== 'measure') return await storeRun(selected, given, tools, write)
    return await measureAgainstLimits(selected, tools, write)
  } catch (error) {
    if (!(error instanceof BenchProblem)) throw error
    write(`${error.message}\n`)
    return exitStatus.refused
  }
}

function select(rows: readonly Row[], { names }: Arguments): Row[] {
  return rows.filter((row) => (names.length === 0 ? !row.onlyByName : names.includes(row.name)))
}

async function measureAgainstLimits(
  rows: readonly Row[],
  tools: BenchTools,
  write: (text: string) => void,
): Promise<number> {
  let missed = 0
  await measureRows(rows, tools, (row, figures) => {
    for (const figure of figures) if (!printFigure(row.name, figure, write)) missed += 1
  })
  write(missed === 0 ? 'every limit is kept\n' : `${missed} limits are not kept\n`)
  return missed === 0 ? exitStatus.kept : exitStatus.missed
}

import * as z from 'zod/mini'
import { type Calibration, calibrationParts } from '../calibration/calibration.ts'
import { type Figure, median, partsOf, type Row } from '../row.ts'

const text = z.string().check(z.minLength(1))
const time = z.number().check(z.positive())

const StoredFigure = z.object({
  what: text,
  /** The median, where the row was measured several times; then the best and the worst of them. */
  measured: z.number(),
  lowest: z.number(),
  highest: z.number(),
  unit: z.string(),
  better: z.enum(['lower', 'higher']),
  limit: z.number(),
  dependsOn: z.array(z.enum(calibrationParts)),
})
export type StoredFigure = Readonly<z.infer<typeof StoredFigure>>

const Machine = z.object({
  processor: z.string(),
  cores: z.int(),
  memory: z.string(),
  kernel: z.string(),
  node: z.string(),
  /** Of the folder in which the product under test has its data. */
  fileSystem: z.string(),
})
export type Machine = Readonly<z.infer<typeof Machine>>

const StoredRow = z.object({
  commit: text,
  date: z.iso.datetime(),
  machine: Machine,
  times: z.int(),
  calibration: z.object({ hash: time, fsync: time, http: time }),
  figures: z.array(StoredFigure).check(z.minLength(1)),
})
/** A row as it was measured: where, when, on which state of the code. */
export type StoredRow = Readonly<z.infer<typeof StoredRow>>

const format = 'countersign-bench-1'
const StoredRun = z.object({ format: z.literal(format), rows: z.record(text, StoredRow) })

/** Rows by their names. Each has its own machine and calibration: not all of them were measured in one go. */
export type StoredRun = Readonly<Record<string, StoredRow>>

/** Null where the content is none of ours. */
export function parseStoredRun(content: string): StoredRun | null {
  try {
    const parsed = StoredRun.safeParse(JSON.parse(content))
    return parsed.success ? parsed.data.rows : null
  } catch {
    return null
  }
}

export function formatStoredRun(rows: StoredRun): string {
  const sorted = Object.fromEntries(Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ format, rows: sorted }, null, 2).replaceAll(listOfParts, onOneLine)}\n`
}

/** On one line each, as `npm run format` has it. */
const listOfParts = /\[\s+"[^\]]+\]/g
const onOneLine = (list: string) => list.replaceAll(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']')

/** One time that a row was measured. */
export interface Measurement {
  readonly figures: readonly Figure[]
  readonly calibrations: readonly Calibration[]
}

/** The figures of a row that was measured several times. */
export function combineFigures(row: Row, measurements: readonly Measurement[]): StoredFigure[] {
  return (measurements.at(-1)?.figures ?? []).map((figure) => {
    const { what, unit, limit } = figure
    const values = measurements.flatMap(({ figures }) =>
      figures.filter((one) => one.what === what).map(({ measured }) => measured),
    )
    return {
      what,
      measured: rounded(median(values)),
      lowest: rounded(Math.min(...values)),
      highest: rounded(Math.max(...values)),
      unit,
      better: figure.atLeast ? 'higher' : 'lower',
      limit: rounded(limit),
      dependsOn: [...partsOf(row, figure)],
    }
  })
}

/** More digits would only be noise in the file’s history. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

import { type Calibration, calibrationParts } from './calibration/calibration.ts'
import type { Figure } from './row.ts'
import { type Comparison, isWorse } from './stored-runs/compare.ts'
import type { Machine, StoredFigure } from './stored-runs/stored-run.ts'

export type Write = (text: string) => void

/** Answers whether its limit is kept. */
export function printFigure(row: string, figure: Figure, write: Write): boolean {
  const kept = figure.atLeast ? figure.measured >= figure.limit : figure.measured <= figure.limit
  const sign = figure.atLeast ? '≥' : '≤'
  const parts = [
    kept ? '✓' : '✗',
    row.padEnd(10),
    figure.what.padEnd(58),
    `${round(figure.measured)} ${figure.unit}`.padStart(14),
    `  limit ${sign} ${figure.limit}`.padEnd(18),
    figure.peer ? `  peer ${figure.peer}` : '',
    figure.detail ? `  (${figure.detail})` : '',
  ]
  write(`${parts.join(' ')}\n`)
  return kept
}

export function printComparison(row: string, comparison: Comparison, write: Write): void {
  const { figure, stored, slowdown, normalised } = comparison
  const factor = figure.dependsOn.length === 0 ? 'as it is' : `×${slowdown.toFixed(2)}`
  const parts = [
    isWorse(comparison) ? '✗' : '✓',
    row.padEnd(10),
    figure.what.padEnd(58),
    `${round(figure.measured)} ${figure.unit}`.padStart(14),
    `  normalised ${round(normalised)}`.padEnd(18),
    `  stored ${round(stored.measured)}${spreadOf(stored)}`.padEnd(28),
    `  ${changeOf(comparison)}`,
    `  (${[...figure.dependsOn, factor].join(' ')})`,
  ]
  write(`${parts.join(' ')}\n`)
}

function changeOf({ worseBy }: Comparison): string {
  if (Math.abs(worseBy) < 0.005) return 'the same'
  return `${Math.abs(worseBy * 100).toFixed(0)} % ${worseBy > 0 ? 'worse' : 'better'}`
}

function spreadOf({ lowest, highest }: StoredFigure): string {
  return lowest === highest ? '' : ` (${round(lowest)}–${round(highest)})`
}

export function describeCalibration(here: Calibration, there?: Calibration): string {
  return calibrationParts
    .map((part) => `${part} ${round(here[part])} µs${there ? ` (stored ${round(there[part])})` : ''}`)
    .join(', ')
}

export function formatMachine({ processor, cores, memory, kernel, node, fileSystem }: Machine): string {
  return `${cores} × ${processor}, ${memory}, kernel ${kernel}, Node ${node}, data on ${fileSystem}`
}

function round(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toFixed(1)
}

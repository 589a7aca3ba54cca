/** What came of a target's runs so far. */
export interface Tally {
  executions: number
  seconds: number
  /** Blocks of the engine's sources that ran. */
  blocks: number
  corpus: number
  /** Milliseconds that the slowest input took. */
  slowest: number
  /** Mebibytes that a process of the target took at most, with all it kept. */
  peak: number
  readonly finds: Map<string, string>
}

export const newTally = (): Tally => ({
  executions: 0,
  seconds: 0,
  blocks: 0,
  corpus: 0,
  slowest: 0,
  peak: 0,
  finds: new Map(),
})

export interface Progress {
  readonly executions: number
  readonly slowest: number
  readonly blocks: number
  readonly corpus: number
  readonly peak: number
}

export function addProgress(tally: Tally, progress: Progress): void {
  tally.executions += progress.executions
  tally.blocks = Math.max(tally.blocks, progress.blocks)
  tally.corpus = progress.corpus
  tally.slowest = Math.max(tally.slowest, progress.slowest)
  tally.peak = Math.max(tally.peak, progress.peak)
}

const columns = ['target', 'seconds', 'executions', 'blocks', 'corpus', 'slowest', 'memory', 'finds']

/** The tallies as a table, which also goes into a document. */
export function tableOf(tallies: ReadonlyMap<string, Tally>): string {
  const rows = [...tallies].map(([name, tally]) => [
    name,
    String(Math.round(tally.seconds)),
    String(tally.executions),
    String(tally.blocks),
    String(tally.corpus),
    `${Math.round(tally.slowest)} ms`,
    `${Math.round(tally.peak)} MB`,
    String(tally.finds.size),
  ])
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(columns), rule, ...rows.map(line), ''].join('\n')
}

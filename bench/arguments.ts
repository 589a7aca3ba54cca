import { parseArgs } from 'node:util'
import type { Row } from './row.ts'

/** A mistake of the caller, told as a sentence. */
export class BenchProblem extends Error {
  override name = 'BenchProblem'
}

export interface Arguments {
  readonly mode: 'measure' | 'store' | 'improve' | 'compare'
  /** The stored run; empty where rows are only measured. */
  readonly file: string
  /** How many times each row is measured; null where none was given. */
  readonly times: number | null
  readonly names: readonly string[]
}

const usage =
  'npm run bench [-- [--store FILE | --improve FILE | --compare FILE] [--times N] [ROW …]]; FILE is a stored run'

export function parseArguments(args: readonly string[], rows: readonly Row[]): Arguments {
  const { values, positionals } = parse(args)
  const modes = (['store', 'improve', 'compare'] as const).filter((mode) => values[mode] !== undefined)
  if (modes.length > 1) throw new BenchProblem(`--${modes.join(' and --')} exclude each other. ${usage}`)
  const [mode = 'measure'] = modes
  const file = mode === 'measure' ? '' : (values[mode] ?? '')
  if (mode !== 'measure' && file === '') throw new BenchProblem(`--${mode} needs a file. ${usage}`)
  // `--compare sign` forgets the file, and would take the row for it.
  if (rows.some(({ name }) => name === file))
    throw new BenchProblem(`${file} is a row; --${mode} takes a file first. ${usage}`)
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name))
  if (unknown.length > 0) {
    const known = rows.map(({ name }) => name).join(', ')
    throw new BenchProblem(`There is no row ${unknown.join(', ')}; there are: ${known}`)
  }
  return { mode, file, times: parseTimes(values.times), names: positionals }
}

function parse(args: readonly string[]) {
  const file = { type: 'string' } as const
  const options = { store: file, improve: file, compare: file, times: { type: 'string' } } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new BenchProblem(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function parseTimes(given: string | undefined): number | null {
  if (given === undefined) return null
  if (!/^[1-9]\d?$/.test(given)) throw new BenchProblem(`--times is a number from 1 to 99, not “${given}”`)
  return Number(given)
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { BenchProblem } from '../arguments.ts'
import { formatStoredRun, parseStoredRun, type StoredRun } from './stored-run.ts'

/** Null where there is no such file. */
export function readStoredRun(file: string): StoredRun | null {
  const content = contentOf(file)
  if (content === null) return null
  const run = parseStoredRun(content)
  if (!run)
    throw new BenchProblem(
      content.trim() === '' ? `${file} is empty` : `${file} is not a stored run, or of another version`,
    )
  return run
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new BenchProblem(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** Whole or not at all. */
export function writeStoredRun(file: string, run: StoredRun): void {
  const next = `${file}.next`
  writeFileSync(next, formatStoredRun(run))
  renameSync(next, file)
}

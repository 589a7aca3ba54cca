import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Call, UsageError } from './command.ts'

/** npm changes to the package's folder; a file is meant from where the command was typed. */
export function pathOf({ environment }: Pick<Call, 'environment'>, file: string): string {
  return resolve(environment['INIT_CWD'] ?? '.', file)
}

export function readNamed(call: Pick<Call, 'environment'>, file: string): Buffer {
  try {
    return readFileSync(pathOf(call, file))
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Writes a new file that only its owner can read, and gives its path. */
export function writeNamed(call: Pick<Call, 'environment'>, file: string, content: string): string {
  const path = pathOf(call, file)
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
    return path
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'is there already: give another name.' : `can't be written: ${message}`
    throw new UsageError(`${file} ${reason}`, { cause: error })
  }
}

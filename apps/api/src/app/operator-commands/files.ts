import { readFileSync } from 'node:fs'
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

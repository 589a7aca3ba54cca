// Where the repository is, whatever folder the command was typed in.
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** The absolute path of a file of the repository. */
export const inRoot = (...parts) => path.join(root, ...parts)

/** Whether a module is the one that was started, and not imported by another. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl)
}

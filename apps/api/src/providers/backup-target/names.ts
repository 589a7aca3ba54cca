import { BackupFileMissing } from './port.ts'

const pattern = /^[a-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** A name that leads nowhere else. Throws BackupFileMissing. */
export function checkName(name: string): string {
  if (!pattern.test(name)) throw new BackupFileMissing(`“${name}” is no name in a backup`)
  return name
}

/** What is older and was never finished was left by a process that was killed. */
export const abandonedAfter = 24 * 60 * 60_000

import { checkBackup } from '#api/app/backups/check-backup.ts'
import type { Verification } from '#api/app/backups/restore-backup.ts'
import type { StoredBackup } from '#api/app/backups/stored-backup.ts'
import { DamagedDocument } from '#api/app/backups/verify-backup.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { readAnchors } from '#api/app/open-installation.ts'
import { temporaryDatabase } from '#api/platform/db/dump/temporary-database.ts'
import { counted } from '#api/platform/values/counted.ts'
import type { Answer, Call } from '../command.ts'
import { openBackupOf, type SourceOptions, targetOf } from './source.ts'

export async function check(call: Call<SourceOptions>): Promise<Answer> {
  const config = await call.config()
  const target = await targetOf(call)
  const stored = await openBackupOf(call, target, false)
  const result = await checkBackup(
    stored,
    () => temporaryDatabase(config.databaseUrl, call.undo, (line) => call.progress(line)),
    (db) => readAnchors(config, db),
    (line) => call.progress(line),
  ).catch((error: unknown) => {
    if (!(error instanceof DamagedDocument)) throw error
    throw new NotDone(`${error.message} If it is there, delete that file: the next backup copies it again.`)
  })
  return verified(stored, result)
}

function verified(
  { manifest: { id }, passedOver }: StoredBackup,
  { documents, problems, evidence }: Verification,
): Answer {
  const isGood = problems.length === 0
  return {
    status: isGood ? 0 : 1,
    lines: [
      ...evidence,
      ...problemLines(problems, '✗'),
      isGood
        ? `✓ Backup ${id} is good: ${counted(documents, 'document')}, each with its hash`
        : `✗ Backup ${id}: ${counted(problems.length, 'problem')}`,
    ],
    json: { backup: id, passedOver, isGood, documents, problems, evidence },
  }
}

export const problemLines = (problems: readonly string[], mark: '✗' | '!'): string[] =>
  problems.slice(0, 100).map((problem) => `${mark} ${problem}`)

import { type ListedBackup, listBackups } from '#api/app/backups/stored-backup.ts'
import { counted } from '#api/platform/values/counted.ts'
import type { Answer, Call } from '../command.ts'
import { targetOf } from './source.ts'

export async function list(call: Pick<Call, 'positionals' | 'environment' | 'config'>): Promise<Answer> {
  const target = await targetOf(call)
  const backups = await listBackups(target)
  return {
    lines: backups.length > 0 ? backups.map(describe) : [`There is no backup in ${target.where}.`],
    json: { target: target.where, backups: backups.map(summary) },
  }
}

function summary({ id, ...backup }: ListedBackup) {
  if (backup.manifest === null) return { id, state: backup.problem }
  const { kind, snapshotAt, documents, encryptedTo, release } = backup.manifest
  const missing = documents?.missing.length ?? 0
  return {
    id,
    state: missing > 0 ? ('incomplete' as const) : ('complete' as const),
    kind,
    snapshotAt,
    documents: documents?.count ?? null,
    missing,
    encryptedTo,
    release,
  }
}

const states = {
  unfinished: 'not finished, or being made',
  damaged: 'damaged',
  newer: 'of a newer release',
} as const

function describe(backup: ListedBackup): string {
  if (backup.manifest === null) return `${backup.id}  ${states[backup.problem]}`
  const { kind, documents, encryptedTo } = backup.manifest
  const what = documents ? counted(documents.count, 'document') : 'the database only'
  const missing = documents?.missing.length ?? 0
  return [
    backup.id,
    kind === 'before_upgrade' ? 'before an upgrade' : kind,
    missing > 0 ? `${what}, ${missing} missing` : what,
    encryptedTo ? 'encrypted' : 'not encrypted',
  ].join('  ')
}

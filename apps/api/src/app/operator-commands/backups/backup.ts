import { makeBackup } from '#api/app/backups/make-backup.ts'
import { backupKey } from '#api/app/backups/make-scheduled-backup.ts'
import { countContent } from '#api/app/backups/manifest.ts'
import { connect } from '#api/platform/db/connect.ts'
import { counted } from '#api/platform/values/counted.ts'
import type { Answer, Call } from '../command.ts'
import { targetOf } from './source.ts'

export async function backUp(call: Call): Promise<Answer> {
  const config = await call.config()
  const target = await targetOf(call, 'write')
  const { connection, stores } = await call.installation()
  const { documents: documentStore } = await stores()
  const pool = connect(connection, 'owner', 3, () => {})
  const began = performance.now()
  try {
    const key = backupKey(config.backup)
    if (!key) call.progress('BACKUP_PUBLIC_KEY is not set: the backup is not encrypted.')
    const manifest = await makeBackup({ pool, target, key, documentStore }, 'manual')
    const { rows, documents, copied } = countContent(manifest)
    const { missing } = manifest
    const seconds = Math.round((performance.now() - began) / 1000)
    return {
      status: missing.length > 0 ? 1 : 0,
      lines: [
        `Backup ${manifest.id} in ${target.where}: ${counted(rows, 'row')}, ${counted(documents, 'document')} (${copied} new), ${seconds} s`,
        ...missing.map(({ sha256, reason }) => `  ${reason} in the document store: ${sha256}`),
      ],
      json: { backup: manifest.id, target: target.where, rows, documents, copied, missing, seconds },
    }
  } finally {
    await pool.end()
  }
}

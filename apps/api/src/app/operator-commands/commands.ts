import { backup, backupCheck, backupKeyFile, backupList } from './backups/backup.ts'
import { restore } from './backups/restore.ts'
import { business } from './business/business.ts'
import type { Command } from './command.ts'
import { moveDocumentsCommand } from './documents/move-documents-command.ts'
import { listKeys } from './keys/list-keys.ts'
import { reencryptSecrets } from './keys/reencrypt-secrets.ts'
import { replaceKey } from './keys/replace-key.ts'
import { verifyEvidence } from './verify/verify-evidence.ts'
import { verifyFiles } from './verify/verify-files.ts'

/** What an operator can do on the command line, in the order of the help: `npm run countersign -- NAME …`. */
export const commands: readonly Command[] = [
  backup,
  backupList,
  backupCheck,
  backupKeyFile,
  restore,
  verifyEvidence,
  verifyFiles,
  business,
  moveDocumentsCommand,
  listKeys,
  replaceKey,
  reencryptSecrets,
]

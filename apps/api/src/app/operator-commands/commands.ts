import { backup, backupCheck, backupKeyFile, backupList } from './backups/backup.ts'
import { restore } from './backups/restore.ts'
import { adminChangeEmail } from './admin/admin-change-email.ts'
import { adminCompanySignIn } from './admin/admin-company-sign-in.ts'
import { adminRecover } from './admin/admin-recover.ts'
import { business } from './business/business.ts'
import type { Command } from './command.ts'
import { moveDocumentsCommand } from './documents/move-documents-command.ts'
import { listKeys } from './keys/list-keys.ts'
import { reencryptSecrets } from './keys/reencrypt-secrets.ts'
import { replaceKey } from './keys/replace-key.ts'
import { revokeKey } from './keys/revoke-key.ts'
import { config } from './config.ts'
import { doctor } from './doctor/doctor.ts'
import { jobs } from './jobs/jobs.ts'
import { jobsRetry } from './jobs/jobs-retry.ts'
import { mailTest } from './mail/mail-test.ts'
import { prune } from './prune.ts'
import { verifyDocuments } from './verify/verify-documents.ts'
import { verifyEvidence } from './verify/verify-evidence.ts'
import { verifyFiles } from './verify/verify-files.ts'

/** What an operator can do on the command line, in the order of the help: `npm run countersign -- NAME …`. */
export const commands: readonly Command[] = [
  doctor,
  config,
  verifyEvidence,
  verifyDocuments,
  verifyFiles,
  backup,
  backupList,
  backupCheck,
  backupKeyFile,
  restore,
  jobs,
  jobsRetry,
  mailTest,
  adminRecover,
  adminChangeEmail,
  adminCompanySignIn,
  prune,
  business,
  moveDocumentsCommand,
  listKeys,
  replaceKey,
  revokeKey,
  reencryptSecrets,
]

import { adminCommands } from './admin/commands.ts'
import { backupCommands } from './backups/commands.ts'
import { business } from './business/business.ts'
import { type Command, confirmation, defineCommand } from './command.ts'
import { jobCommands } from './jobs/commands.ts'
import { keyCommands } from './keys/commands.ts'
import { verifyCommands } from './verify/commands.ts'

const doctor = defineCommand({
  name: 'doctor',
  takes: '',
  summary: 'check everything that signing needs: each part, what was found, what to do',
  description: `Checks the settings, the database, its roles and its replica, the addresses of accounts, the master key, the document store, the clock, the timestamp authorities (with a real
timestamp), email (without sending), trust services, payment providers, certificates, trusted lists, workers, jobs, backups, the public address and
LibreOffice.
Changes nothing. If the database is down, everything else is checked. Exit status 1 if a check has failed.`,
  options: {},
  run: async (call) => (await import('./doctor/doctor.ts')).examine(call),
})

const config = defineCommand({
  name: 'config',
  takes: '',
  summary: 'the settings in effect and where each comes from; secrets are hidden',
  description: `Sources: environment (a variable), file (…_FILE), default, not set. Problems are listed by countersign doctor;
with a wrong setting the exit status is 1.`,
  options: {},
  run: async (call) => (await import('./config.ts')).showSettings(call),
})

const mailTest = defineCommand({
  name: 'mail test',
  takes: 'ADDRESS',
  summary: 'send a test email now, and show what the mail server said',
  description: `Sends directly, without a worker, with SMTP_URL and MAIL_FROM. Shows the dialogue without passwords, and how long it took.
Exit status 1 if the server didn't accept the email.`,
  options: {},
  run: async (call) => (await import('./mail/mail-test.ts')).sendTestEmail(call),
})

const prune = defineCommand({
  name: 'prune',
  takes: '',
  summary: 'what the clean-up of the document store would remove now; with --yes it does',
  description: `Files that nothing has referred to for a day are moved to the trash, and deleted after 30 days there. Without --yes nothing is
changed. With --yes it is the nightly clean-up, with the same safeguards: the store must belong to the database, the clocks must
agree, and not more than 50 files and a tenth of all may go at once, unless --expect says that so many are right.`,
  options: {
    yes: { ...confirmation.yes, summary: 'do it' },
    expect: {
      type: 'string',
      value: 'NUMBER',
      summary: 'so many unused files are right: people have deleted them',
    },
  },
  run: async (call) => (await import('./prune.ts')).prune(call),
})

const documentsMove = defineCommand({
  name: 'documents move',
  takes: '--to s3|folder',
  summary: 'move all documents from the folder to S3, or back, while Countersign runs',
  description: `Before: set STORE to both stores, the present one first (STORE=folder,s3), and restart all processes. They then write to both.
It can be killed and started again: what is there isn't copied twice. At the end it checks that everything the database refers to is in the new store.
After: set STORE to the new store (STORE=s3), and restart all processes. The old store isn't changed, but no process starts with it alone.
Exit status 1 if something that the database refers to isn't in the new store.`,
  options: { to: { type: 'string', value: 's3|folder', summary: 'where the documents are to be' } },
  run: async (call) => (await import('./documents/documents-move.ts')).moveAllDocuments(call),
})

/**
 * What an operator can do on the command line, in the order of the help: `npm run countersign -- NAME …`. The help needs no more
 * than what is written here and in the other commands.ts; what a command does is loaded when it is run.
 */
export const commands: readonly Command[] = [
  doctor,
  config,
  ...verifyCommands,
  ...backupCommands,
  ...jobCommands,
  mailTest,
  ...adminCommands,
  prune,
  business,
  documentsMove,
  ...keyCommands,
]

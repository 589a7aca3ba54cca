import { type Command, defineCommand, type OptionTable } from '../command.ts'

const sourceOptions = {
  backup: { type: 'string', value: 'ID', summary: 'another backup than the newest' },
  key: { type: 'string', value: 'FILE', summary: 'the private key of an encrypted backup' },
} as const satisfies OptionTable

export const backupCommands: readonly Command[] = [
  defineCommand({
    name: 'backup',
    takes: '[DIR]',
    summary: 'copy the database and the documents while Countersign runs',
    description: `DIR is where backups are kept (default: BACKUP_TARGET); documents that an earlier backup there has aren't copied again.
With BACKUP_PUBLIC_KEY everything is encrypted to that key. The master key is never in a backup: keep it elsewhere.
Exit status 1 if documents were missing or damaged in the store.`,
    options: {},
    run: async (call) => (await import('./backup.ts')).backUp(call),
  }),
  defineCommand({
    name: 'backup list',
    takes: '[DIR]',
    summary: 'list the backups, the newest first',
    options: {},
    run: async (call) => (await import('./backup-list.ts')).list(call),
  }),
  defineCommand({
    name: 'backup check',
    takes: '[DIR]',
    summary: 'restore the newest backup into a temporary database, and verify it',
    description: `Reads every file of the backup, restores its database into one that is removed afterwards, and verifies the evidence
and each document there. Nothing of this installation is changed. What an earlier check left that was killed is removed. Exit status
1 if something is wrong.`,
    options: sourceOptions,
    run: async (call) => (await import('./backup-check.ts')).check(call),
  }),
  defineCommand({
    name: 'backup key',
    takes: 'FILE',
    summary: 'make a pair of keys for encrypted backups',
    description: `Writes the private key to FILE, and prints the public one for BACKUP_PUBLIC_KEY. Move FILE off this server: without it no
backup can be restored, and with it everyone can read them. The format is that of the program age.`,
    options: {},
    run: async (call) => (await import('./backup-key.ts')).makeKeyFile(call),
  }),
  defineCommand({
    name: 'restore',
    takes: '[DIR]',
    summary: 'restore a backup onto an empty server, and verify it',
    description: `Restores into the empty database of DATABASE_URL (or a new embedded one) and the empty folder of COUNTERSIGN_DATA, including the
roles. The version of PostgreSQL may be another. The backup is read and checked before anything is written; evidence and
documents are verified at the end, and until then nothing starts on them; if something is wrong, nothing starts afterwards either (exit
status 1), unless it is only documents that are missing and --accept-missing is given; a damaged document in the store isn't a missing one. Set the same settings and the same master key as before.
Stop the old server first: both would send the emails that wait. With --database-only, a store that a process uses is refused.`,
    options: {
      ...sourceOptions,
      'database-only': {
        type: 'boolean',
        summary: 'restore the database alone: the documents are still in COUNTERSIGN_DATA',
      },
      'accept-missing': {
        type: 'boolean',
        summary:
          'restore even if documents are missing: in the backup, where a damaged one counts as missing, or, with --database-only, in the store',
      },
    },
    run: async (call) => (await import('./restore.ts')).restore(call),
  }),
]

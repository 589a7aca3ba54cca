import { checkBackup } from '#api/app/backups/check-backup.ts'
import type { Verification } from '#api/app/backups/restore-backup.ts'
import { makeBackup } from '#api/app/backups/make-backup.ts'
import { backupKey } from '#api/app/backups/make-scheduled-backup.ts'
import { countContent } from '#api/app/backups/manifest.ts'
import { type ListedBackup, listBackups, openBackup } from '#api/app/backups/stored-backup.ts'
import { DamagedDocument } from '#api/app/backups/verify-backup.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { readAnchors } from '#api/app/open-installation.ts'
import { connect } from '#api/platform/db/connect.ts'
import { temporaryDatabase } from '#api/platform/db/dump/temporary-database.ts'
import { newKeyFile } from '#api/platform/secrets/age/keys.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, defineCommand, noPositionals, UsageError } from '../command.ts'
import { writeNamed } from '../files.ts'
import { privateKeyOf, sourceOptions, targetOf } from './source.ts'

export const backup = defineCommand({
  name: 'backup',
  takes: '[DIR]',
  summary: 'copy the database and the documents while Countersign runs',
  description: `DIR is where backups are kept (default: BACKUP_TARGET); documents that an earlier backup there has aren't copied again.
With BACKUP_PUBLIC_KEY everything is encrypted to that key. The master key is never in a backup: keep it elsewhere.
Exit status 1 if documents were missing or damaged in the store.`,
  options: {},
  run: async (call) => {
    const config = call.config()
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
  },
})

export const backupList = defineCommand({
  name: 'backup list',
  takes: '[DIR]',
  summary: 'list the backups, the newest first',
  options: {},
  run: async (call) => {
    const target = await targetOf(call)
    const backups = await listBackups(target)
    return {
      lines: backups.length > 0 ? backups.map(describe) : [`There is no backup in ${target.where}.`],
      json: { target: target.where, backups: backups.map(summary) },
    }
  },
})

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

export const backupCheck = defineCommand({
  name: 'backup check',
  takes: '[DIR]',
  summary: 'restore the newest backup into a temporary database, and verify it',
  description: `Reads every file of the backup, restores its database into one that is removed afterwards, and verifies the evidence
and each document there. Nothing of this installation is changed. What an earlier check left that was killed is removed. Exit status
1 if something is wrong.`,
  options: sourceOptions,
  run: async (call): Promise<Answer> => {
    const config = call.config()
    const target = await targetOf(call)
    const stored = await openBackup(target, {
      id: call.options.backup,
      key: privateKeyOf(call),
      databaseOnly: false,
    })
    const result = await checkBackup(
      stored,
      () => temporaryDatabase(config.databaseUrl, call.undo, (line) => call.progress(line)),
      (db) => readAnchors(config, db),
      (line) => call.progress(line),
    ).catch((error: unknown) => {
      if (!(error instanceof DamagedDocument)) throw error
      throw new NotDone(`${error.message} If it is there, delete that file: the next backup copies it again.`)
    })
    return verified(stored.manifest.id, result)
  },
})

function verified(id: string, { documents, problems, evidence }: Verification): Answer {
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
    json: { backup: id, isGood, documents, problems, evidence },
  }
}

export const problemLines = (problems: readonly string[], mark: '✗' | '!'): string[] =>
  problems.slice(0, 100).map((problem) => `${mark} ${problem}`)

export const backupKeyFile = defineCommand({
  name: 'backup key',
  takes: 'FILE',
  summary: 'make a pair of keys for encrypted backups',
  description: `Writes the private key to FILE, and prints the public one for BACKUP_PUBLIC_KEY. Move FILE off this server: without it no
backup can be restored, and with it everyone can read them. The format is that of the program age.`,
  options: {},
  run: (call: Call) => {
    const [file, ...others] = call.positionals
    if (!file) throw new UsageError('Give the file that the private key is written to.')
    noPositionals({ positionals: others })
    const { publicKey, file: content } = newKeyFile(new Date())
    const path = writeNamed(call, file, content)
    return Promise.resolve({
      lines: [`BACKUP_PUBLIC_KEY=${publicKey}`, `The private key is in ${path}: move it off this server.`],
      json: { publicKey, file: path },
    })
  },
})

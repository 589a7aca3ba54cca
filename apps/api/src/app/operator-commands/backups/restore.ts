import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { restoreBackup, type RestoreResult } from '#api/app/backups/restore-backup.ts'
import { DamagedBackup } from '#api/app/backups/manifest.ts'
import type { StoredBackup } from '#api/app/backups/stored-backup.ts'
import { DamagedDocument } from '#api/app/backups/verify-backup.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { openStores, readAnchors } from '#api/app/open-installation.ts'
import type { Connection } from '#api/platform/db/connect.ts'
import { postgresMajor } from '#api/platform/db/embedded/binaries.ts'
import { startEmbeddedPostgres } from '#api/platform/db/embedded/start-embedded-postgres.ts'
import { requireMasterKey } from '#api/platform/secrets/master-key.ts'
import type { Config } from '#api/platform/settings/config.ts'
import { counted } from '#api/platform/values/counted.ts'
import type { Answer, Call } from '../command.ts'
import { problemLines } from './backup-check.ts'
import { openBackupOf, type SourceOptions, targetOf } from './source.ts'

type RestoreCall = Call<SourceOptions & Readonly<Record<'database-only' | 'accept-missing', boolean>>>

export async function restore(call: RestoreCall): Promise<Answer> {
  const config = await call.config()
  const databaseOnly = call.options['database-only']
  const target = await targetOf(call)
  const backup = await openBackupOf(call, target, databaseOnly)
  const masterKey = await requireMasterKey(config)
  const stores = await openStores(config)
  const { connection, stop } = await reachEmpty(config)
  try {
    const result = await restoreBackup(
      {
        connection,
        documentStore: stores.documents,
        masterKey,
        anchors: (db) => readAnchors(config, db),
        progress: (line) => call.progress(line),
        undo: call.undo,
      },
      backup,
      { databaseOnly, acceptMissing: call.options['accept-missing'] },
    ).catch(adviseOnDamage)
    return restoreAnswer(backup, result, beginAgain(config, databaseOnly))
  } finally {
    stores.close()
    await stop()
  }
}

function adviseOnDamage(error: unknown): never {
  const another = 'Restore another one by --backup ID (see countersign backup list)'
  if (error instanceof DamagedDocument)
    throw new NotDone(
      `${error.message} ${another}, or add --accept-missing to restore this one without the documents that it lacks.`,
    )
  if (error instanceof DamagedBackup) throw new NotDone(`${error.message} ${another}.`)
  throw error
}

/** What is to be done where something is wrong: a restore is begun in an empty database. */
function beginAgain({ databaseUrl, dataDirectory }: Config, databaseOnly: boolean): string {
  const empty = databaseUrl
    ? 'drop the database and create it again'
    : `delete ${join(resolve(dataDirectory), `pg${postgresMajor}`)}`
  const ofStart = databaseUrl
    ? ''
    : ' (of an installation of npm start, copy master.key and the folder sandbox from the old COUNTERSIGN_DATA)'
  const documents = databaseOnly ? '' : " Documents that are there already aren't copied again."
  return `Correct what is wrong${ofStart}, ${empty}, and run the same command.${documents}`
}

function restoreAnswer(
  { manifest: { id }, passedOver }: Pick<StoredBackup, 'manifest' | 'passedOver'>,
  { documents, problems, missing, evidence, isRestored }: RestoreResult,
  advice: string,
): Answer {
  const outcome = !isRestored
    ? `✗ Backup ${id} isn't restored, and nothing starts on it: ${counted(problems.length, 'problem')}`
    : missing > 0
      ? `✓ Backup ${id} is restored: ${counted(documents, 'document')}, of which ${missing} missing, as accepted`
      : `✓ Backup ${id} is restored: ${counted(documents, 'document')}, each with its hash`
  return {
    status: isRestored ? 0 : 1,
    lines: [
      ...evidence,
      ...problemLines(problems, isRestored ? '!' : '✗'),
      outcome,
      ...(isRestored ? [] : [advice]),
    ],
    json: {
      backup: id,
      passedOver,
      isRestored,
      isGood: problems.length === 0,
      documents,
      missing,
      problems,
      evidence,
    },
  }
}

/** The database to restore into; with none set the embedded one, which is made where it isn't there. */
async function reachEmpty(config: Config): Promise<{ connection: Connection; stop(): Promise<void> }> {
  if (config.databaseUrl)
    return {
      connection: { connectionString: config.databaseUrl, applicationString: config.databaseApplicationUrl },
      stop: async () => {},
    }
  const directory = resolve(config.dataDirectory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return startEmbeddedPostgres({ directory })
}

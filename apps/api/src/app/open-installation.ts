import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'
import type pg from 'pg'
import type { Config } from '#api/platform/settings/config.ts'
import {
  applicationRole,
  connect,
  type Connection,
  type Database,
  openDatabase,
} from '#api/platform/db/connect.ts'
import { postgresMajor } from '#api/platform/db/embedded/binaries.ts'
import { owner } from '#api/platform/db/embedded/cluster.ts'
import { compareSchema, NewerSchema } from '#api/platform/db/schema-compatibility.ts'
import { DatabaseStartError } from '#api/platform/db/embedded/database-start-error.ts'
import { startEmbeddedPostgres } from '#api/platform/db/embedded/start-embedded-postgres.ts'
import type { StoreKind } from '#api/platform/settings/document-store.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import { folderBackupTarget } from '#api/providers/backup-target/folder.ts'
import { readBucketAddress } from '#api/platform/settings/backup-settings.ts'
import type { BackupS3Settings } from '#api/platform/settings/document-store.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import {
  type DocumentStores,
  openDocumentStores,
} from '#api/providers/document-store/open-document-stores.ts'
import type { PaymentProviders } from '#api/providers/payment/port.ts'
import { openPaymentProviders } from '#api/providers/payment/providers.ts'
import { readSandboxPayment } from './sandbox-process.ts'
import type { EncryptedColumn } from '#api/platform/secrets/encrypted-column.ts'
import { requireMasterKey } from '#api/platform/secrets/master-key.ts'
import { DecryptionFailed, type MasterKey } from '#api/platform/secrets/secret-box.ts'
import { findMasterKeyInUse } from '#api/providers/trust-service/local/authority.ts'
import { authorityOptions } from '#api/providers/trust-service/local/authority-options.ts'
import { encryptedColumns, postgresKeyStore } from '#api/providers/trust-service/local/key-store.ts'
import type { SigningKeys } from '#api/providers/trust-service/local/port.ts'
import { openSigningKeys } from '#api/providers/trust-service/local/signing-keys.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import type { Anchors } from '#api/evidence/verify-signature.ts'
import { isSetUp } from './installation/repository.ts'

/** What this installation keeps, to be looked at: nothing is started but its database, and nothing changed. */
export interface Installation {
  readonly db: Database
  /** Opened when first asked for, and closed with the rest. */
  stores(): Promise<DocumentStores>
  readonly pool: pg.Pool
  /** As the owner, for what the application's role may not read. */
  readonly connection: Connection
  readonly payment: PaymentProviders
  anchors(): Promise<Anchors>
  /** What the signatures of the outside trust services chain to. */
  readonly serviceAnchors: readonly Uint8Array[]
  /** What it signs with. */
  readonly signingKeys: SigningKeys
  /** What it encrypts with, and where its own keys are stored; the other encrypted columns are of the contexts. */
  masterKey(): Promise<MasterKey>
  readonly keyColumns: readonly EncryptedColumn[]
  close(): Promise<void>
}

/** Both stores that the settings know, whichever is in use; null where no bucket is set. */
export async function openBothStores({
  store,
  dataDirectory,
}: Config): Promise<(Readonly<Record<StoreKind, DocumentStore>> & { close(): void }) | null> {
  if (!store.s3) return null
  const stores = await openDocumentStores({ ...store, kinds: ['folder', 's3'] }, resolve(dataDirectory))
  const [folder, s3] = stores.parts
  return folder && s3 ? { folder, s3, close: () => stores.close() } : null
}

/** Where backups go, as set. */
export async function openBackupTarget({ backup }: Pick<Config, 'backup'>): Promise<BackupTarget | null> {
  return backup.target === undefined ? null : openBackupTargetAt(backup.target, backup.s3)
}

/** A folder, or a bucket that is reached by these settings. The library for that is only loaded where there is one: it takes 6 MB. */
export async function openBackupTargetAt(where: string, s3: BackupS3Settings): Promise<BackupTarget> {
  const address = readBucketAddress(where)
  if (!address) return folderBackupTarget(resolve(where))
  const [{ createS3Client }, { openBucket }, { s3BackupTarget }] = await Promise.all([
    import('#api/providers/document-store/s3/client.ts'),
    import('#api/providers/document-store/s3/bucket.ts'),
    import('#api/providers/backup-target/s3.ts'),
  ])
  const settings = { ...s3, ...address }
  return s3BackupTarget(openBucket(createS3Client(settings), settings, ''))
}

/** The document stores of an installation that is looked at, or restored. */
export function openStores({ store, dataDirectory }: Config): Promise<DocumentStores> {
  return openDocumentStores(store, resolve(dataDirectory))
}

export class NoInstallation extends Error {
  override name = 'NoInstallation'
}

/** Opens the database of an installation, whether it is running at this moment or not. */
export async function openInstallation(config: Config): Promise<Installation> {
  const { connection, stop } = await reach(config)
  const pool = connect(connection, 'application', 2, () => {})
  const db = openDatabase(pool)
  let stores: Promise<DocumentStores> | undefined
  const close = async () => {
    await stores?.then(
      (opened) => opened.close(),
      () => {},
    )
    await pool.end()
    await stop()
  }
  try {
    await requireInstallation(pool)
    const store = postgresKeyStore(db)
    const masterKey = () => requireMasterKey(config)
    return {
      db,
      stores: () => (stores ??= openStores(config)),
      pool,
      connection,
      payment: await openPayment(config),
      anchors: () => readAnchors(config, db),
      serviceAnchors: readServiceAnchors(config),
      signingKeys: openSigningKeys(store, async () =>
        authorityOptions(config, { store, masterKey: await masterKey(), now: () => new Date() }),
      ),
      masterKey,
      keyColumns: encryptedColumns,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Refuses a database where nothing was set up, or that a newer release has. */
async function requireInstallation(pool: pg.Pool): Promise<void> {
  const isThere = await isSetUp(pool).catch((error: Error) => {
    // A database where nothing was ever set up does not know our role either.
    if (error.message.includes(applicationRole)) return false
    throw error
  })
  if (!isThere) throw new NoInstallation('The database holds no installation.')
  const { refused } = await compareSchema(pool)
  if (refused.length > 0) throw new NewerSchema(refused)
}

/** Where its database is; an embedded one is started where it isn't running. */
export async function reach(config: Config): Promise<{ connection: Connection; stop(): Promise<void> }> {
  if (config.databaseUrl)
    return {
      connection: { connectionString: config.databaseUrl, applicationString: config.databaseApplicationUrl },
      stop: async () => {},
    }
  const directory = resolve(config.dataDirectory)
  if (!existsSync(join(directory, `pg${postgresMajor}`)))
    throw new NoInstallation(
      `There is no database in ${directory}. Set COUNTERSIGN_DATA, or DATABASE_URL where it lies elsewhere.`,
    )
  try {
    return await startEmbeddedPostgres({ directory })
  } catch (error) {
    if (!(error instanceof DatabaseStartError) || error.code !== 'in_use') throw error
    return { connection: runningServer(directory), stop: async () => {} }
  }
}

/** The server that another process runs on this folder: the lines of postmaster.pid are its port and socket's folder. */
function runningServer(directory: string): Connection {
  const lines = readFileSync(join(directory, `pg${postgresMajor}`, 'postmaster.pid'), 'utf8').split('\n')
  const [, , , port = '', host = ''] = lines.map((line) => line.trim())
  return { host, port: Number(port), user: owner, database: 'postgres' }
}

export async function readAnchors(config: Config, db: Database): Promise<Anchors> {
  const keys = await postgresKeyStore(db).loadAll()
  const signer = keys.filter(({ name }) => /^(root|demo)-/.test(name)).map(({ certificate }) => certificate)
  return { signer, timestamp: readTimestampAnchors(config) }
}

/** The payment providers that are configured. */
export const openPayment = (config: Config) => openPaymentProviders(paymentOf(config), () => new Date())

/** Why nothing starts with this key on this database; null where it is the right one, or where nothing is encrypted yet. */
export async function problemOfMasterKey(db: Database, masterKey: MasterKey): Promise<string | null> {
  try {
    await findMasterKeyInUse(postgresKeyStore(db), masterKey)
    return null
  } catch (error) {
    if (error instanceof DecryptionFailed) return error.message
    throw error
  }
}

/** An installation that was started with the sandbox has no provider of its own. */
function paymentOf({ payment, dataDirectory }: Config): Config['payment'] {
  const isOwn = payment.stripe !== undefined || payment.chargebee !== undefined
  return isOwn ? payment : readSandboxPayment(resolve(dataDirectory))
}

function readServiceAnchors({ trustServices, dataDirectory }: Config): Uint8Array[] {
  const sandboxFile = join(resolve(dataDirectory), 'sandbox', 'enrolment', 'anchors.pem')
  if (trustServices.services.length === 0)
    return existsSync(sandboxFile) ? fromPem(readFileSync(sandboxFile, 'utf8')) : []
  return trustServices.services.flatMap(({ anchors }) => anchors)
}

function readTimestampAnchors(config: Config): Uint8Array[] {
  const sandboxFile = join(resolve(config.dataDirectory), 'sandbox', 'tsa-root.pem')
  if (config.timestampAuthorities.length === 0)
    return existsSync(sandboxFile) ? fromPem(readFileSync(sandboxFile, 'utf8')) : []
  return config.timestampAuthorities.flatMap(({ anchorsFile }) =>
    fromPem(anchorsFile ? readFileSync(anchorsFile, 'utf8') : rootCertificates.join('\n')),
  )
}

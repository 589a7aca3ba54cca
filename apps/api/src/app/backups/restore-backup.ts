import { unfinishedDatabase } from '#api/app/installation/own-installation.ts'
import { refuseUsedStore, type Watch } from '#api/app/installation/store-use.ts'
import { problemOfMasterKey } from '#api/app/open-installation.ts'
import { contentsInUse, readThrough } from '#api/documents/documents/deletion/walk-contents.ts'
import { reportEvidence } from '#api/evidence/report-evidence.ts'
import { readNotedHeads } from '#api/evidence/newest-heads.ts'
import { type EvidenceReport, verifyEvidence } from '#api/evidence/verify-evidence.ts'
import type { Anchors } from '#api/evidence/verify-signature.ts'
import { connect, type Connection, type Database, openDatabase, withOwner } from '#api/platform/db/connect.ts'
import { loadDatabase, refuseUnlessEmpty } from '#api/platform/db/dump/load-database.ts'
import type { Undo } from '#api/platform/db/dump/removable.ts'
import type { MasterKey } from '#api/platform/secrets/secret-box.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import { counted } from '#api/platform/values/counted.ts'
import { refuseUnlessReadable } from './manifest.ts'
import { whileNoOtherRestore } from './repository.ts'
import {
  refuseOtherRestore,
  refuseUnlessEmptyStore,
  restoreDocuments,
  unfinishedRestoreOf,
} from './restore-documents.ts'
import { refuseOtherStore, whileUnfinished } from './restore-beside.ts'
import type { StoredBackup } from './stored-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const atOnce = 16

export interface RestoreParts extends Watch {
  readonly connection: Connection
  readonly documentStore: DocumentStore
  /** It is in no backup, and with another one nothing starts. */
  readonly masterKey: MasterKey
  /** What the signatures of the evidence chain to. */
  readonly anchors: (db: Database) => Promise<Anchors>
  /** Takes what has to be undone even where a signal ends the restore. */
  readonly undo: Undo
}

export interface RestoreOptions {
  /** The documents are in the store already: only the database was lost, or an upgrade is taken back. */
  readonly databaseOnly: boolean
  /** Restore all the same where documents are missing: in the backup, as it says itself, or in the store that stayed. */
  readonly acceptMissing: boolean
}

export interface Verification {
  readonly documents: number
  /** What the verification found; nothing where all is well. */
  readonly problems: readonly string[]
  /** How many of the problems are documents that are missing. */
  readonly missing: number
  /** What the verification of the evidence says. */
  readonly evidence: readonly string[]
}

export interface RestoreResult extends Verification {
  /** Whether Countersign can be started on it: nothing is wrong, or only what was accepted. */
  readonly isRestored: boolean
}

interface Verified extends Verification {
  readonly lastSigned: EvidenceReport['lastSigned']
}

/** The backup says itself that it lacks documents. */
export class IncompleteBackup extends Error {
  override name = 'IncompleteBackup'
}

/**
 * Restores a backup onto an empty server, and verifies it there. Everything is looked at before anything is written. The store
 * gets the id of the installation last: until then nothing starts on it.
 */
export function restoreBackup(
  parts: RestoreParts,
  backup: StoredBackup,
  options: RestoreOptions,
): Promise<RestoreResult> {
  return whileNoOtherRestore(parts.connection, () => restoreAlone(parts, backup, options))
}

async function restoreAlone(
  { connection, documentStore, masterKey, anchors, progress, pause, undo }: RestoreParts,
  backup: StoredBackup,
  { databaseOnly, acceptMissing }: RestoreOptions,
): Promise<RestoreResult> {
  const { manifest } = backup
  refuseUnlessReadable(manifest)
  const missing = databaseOnly ? 0 : (manifest.documents?.missing.length ?? 0)
  if (missing > 0 && !acceptMissing)
    throw new IncompleteBackup(
      `${counted(missing, 'document')} ${missing === 1 ? 'was' : 'were'} missing or damaged when backup ${manifest.id} was made. Restore an older one, or add --accept-missing.`,
    )
  await withOwner(connection, (client) => refuseUnlessEmpty(client, connection))
  if (databaseOnly) await refuseOtherStore(documentStore, manifest.installation)
  else await refuseUnlessEmptyStore(documentStore, manifest.id)
  progress(`Reading backup ${manifest.id} …`)
  const { list, lost } = await verifyBackup(backup, { databaseOnly, acceptMissing })
  if (lost.size > 0)
    progress(`${counted(lost.size, 'document')} of the backup can't be restored: missing or damaged.`)
  const load = () => {
    progress('Restoring the database …')
    return loadDatabase(connection, manifest, backup.part)
  }
  if (list) {
    progress(`Restoring ${counted(list.count, 'document')} …`)
    await restoreDocuments(documentStore, backup, { list, lost })
    await load()
  } else {
    await refuseUsedStore(documentStore, { progress, pause })
    await whileUnfinished({ connection, documentStore, undo }, manifest.installation, load)
  }
  progress('Verifying …')
  const { lastSigned, ...result } = await verify(connection, documentStore, { anchors, masterKey })
  const accepted = acceptMissing ? result.missing : 0
  if (result.problems.length > accepted) return { ...result, isRestored: false }
  await refuseOtherRestore(
    documentStore,
    list ? unfinishedRestoreOf(manifest.id) : unfinishedDatabase(manifest.installation),
  )
  const later = await noteRestoredHeads(documentStore, lastSigned)
  await documentStore.writeNote('installation', manifest.installation)
  return { ...result, isRestored: true, evidence: [...result.evidence, ...later] }
}

/** The store that stayed may know of newer heads: they are lost, and the audit log goes on from those of the backup. */
async function noteRestoredHeads(
  store: DocumentStore,
  restored: EvidenceReport['lastSigned'],
): Promise<string[]> {
  const noted = await readNotedHeads(store)
  if (!noted || (restored && noted.takenAt <= restored.takenAt)) return []
  await store.removeNote('evidence-heads')
  const last = restored ? `at ${restored.takenAt.toISOString()}` : 'never'
  return [
    `! The audit log was last signed at ${noted.takenAt.toISOString()} (digest ${noted.digest}), that of the backup ${last}: later events are lost.`,
  ]
}

/**
 * The evidence against its chains and signatures; each document that the database refers to against its hash. A backup that is
 * only tried may be where its master key isn't.
 */
export async function verify(
  connection: Connection,
  store: Pick<DocumentStore, 'stream'>,
  { anchors, masterKey }: Pick<RestoreParts, 'anchors'> & Partial<Pick<RestoreParts, 'masterKey'>>,
): Promise<Verified> {
  const pool = connect(connection, 'application', 2, () => {})
  const db = openDatabase(pool)
  try {
    const report = await verifyEvidence(db, await anchors(db))
    const { lines, isWhole } = reportEvidence(report)
    const problems: string[] = isWhole ? [] : ['The evidence is not whole.']
    const ofKey = masterKey ? await problemOfMasterKey(db, masterKey) : null
    if (ofKey) problems.push(ofKey)
    let [documents, missing] = [0, 0]
    await inParallel(contentsInUse(db), atOnce, async ({ sha256 }) => {
      documents += 1
      const problem = await readThrough(store, sha256)
      if (problem === 'missing') missing += 1
      if (problem) problems.push(`Document ${sha256} is ${problem}.`)
    })
    return { documents, problems, missing, evidence: lines, lastSigned: report.lastSigned }
  } finally {
    await pool.end()
  }
}

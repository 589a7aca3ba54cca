import { join } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import type { DocumentStoreSettings, S3Settings, StoreKind } from '#api/platform/settings/document-store.ts'
import { fileSystemDocumentStore } from './file-system.ts'
import type { DocumentStore } from './port.ts'
import { twoStores } from './two-stores.ts'

const minute = 60_000
/** Local copies of documents, and of files that are validated: these are deleted after an hour, or at once, and soon on each node. */
const keepUnused = { documents: 7 * 24 * 60 * minute, validations: 10 * minute }

export interface DocumentStores {
  readonly documents: DocumentStore
  /** Each store of the documents separately: one, or two while they move. */
  readonly parts: readonly DocumentStore[]
  readonly validations: DocumentStore
  close(): void
}

/** Opens the stores of the settings; what isn't used isn't loaded. */
export async function openDocumentStores(
  settings: DocumentStoreSettings,
  dataDirectory: string,
): Promise<DocumentStores> {
  const s3 =
    settings.s3 && settings.kinds.includes('s3') ? await openS3(settings.s3, settings, dataDirectory) : null
  const openOne = (kind: StoreKind, name: keyof typeof keepUnused): DocumentStore =>
    kind === 's3' && s3
      ? s3.open(name)
      : fileSystemDocumentStore(join(dataDirectory, name), { trash: name === 'documents' })
  const parts = settings.kinds.map((kind) => openOne(kind, 'documents'))
  // Whether the folder takes anything, the settings' own check has found out.
  for (const [index, kind] of settings.kinds.entries()) if (kind === 's3') await parts[index]?.probe()
  const [first, second] = parts
  if (!first) throw new Error('There is no document store.')
  return {
    documents: second ? twoStores(first, second) : first,
    parts,
    // They are gone within an hour, and nothing has to move: they are where every node reaches them.
    validations: openOne(s3 ? 's3' : 'folder', 'validations'),
    close: () => s3?.close(),
  }
}

interface OpenS3 {
  open(name: keyof typeof keepUnused): DocumentStore
  close(): void
}

async function openS3(
  s3: S3Settings,
  { cacheSize }: DocumentStoreSettings,
  dataDirectory: string,
): Promise<OpenS3> {
  const [{ createS3Client }, { openBucket }, { openLocalCopies }, { s3DocumentStore }] = await Promise.all([
    import('./s3/client.ts'),
    import('./s3/bucket.ts'),
    import('./s3/local-copies.ts'),
    import('./s3/s3.ts'),
  ])
  const client: S3Client = createS3Client(s3)
  await openBucket(client, s3, '').requireThere()
  const closing: (() => void)[] = [() => client.destroy()]
  return {
    open: (name) => {
      const copies = openLocalCopies({
        folder: join(dataDirectory, 'cache', 's3', name),
        limit: cacheSize,
        keepUnused: keepUnused[name],
      })
      closing.unshift(() => copies.close())
      return s3DocumentStore(openBucket(client, s3, `${name}/`), copies, { trash: name === 'documents' })
    },
    close: () => {
      for (const close of closing) close()
    },
  }
}

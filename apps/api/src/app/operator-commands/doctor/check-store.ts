import { stat, statfs } from 'node:fs/promises'
import { openStores } from '#api/app/open-installation.ts'
import { isUnfinishedRestore, refuseAsAStart, StoreMismatch } from '#api/app/installation/own-installation.ts'
import { find } from '#api/app/installation/repository.ts'
import { sampleContents } from '#api/app/readiness/repository.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'
import { isOfOtherSchema } from '#api/platform/db/schema-compatibility.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Examination, isReached } from './examination.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('documents')
const gigabyte = 1024 ** 3
const sampleSize = 50

/** Nothing is written but a probe, which is removed again. */
export async function checkStore(examination: Examination): Promise<readonly Finding[]> {
  const { config } = examination
  const space = config.store.kinds.includes('folder') ? await checkSpace(config.dataDirectory) : []
  try {
    const stores = await openStores(config)
    try {
      const writable = await Promise.all(stores.parts.map(checkWritable))
      return [...writable, ...space, ...(await checkBelonging(examination, stores))]
    } finally {
      stores.close()
    }
  } catch (error) {
    if (isOfOtherSchema(error)) throw error
    return [
      failed(
        `the store can't be opened: ${reasonOf(error)}`,
        'Check its settings, and that it is reachable.',
      ),
      ...space,
    ]
  }
}

async function checkWritable(store: DocumentStore): Promise<Finding> {
  try {
    await store.probe()
    return ok(`${store.whereIs()}: bytes are written and read back`)
  } catch (error) {
    const advice = 'Check the volume or the bucket: its space, its owner, its permissions.'
    return failed(`${store.whereIs()} can't be written: ${reasonOf(error)}`, advice)
  }
}

async function checkSpace(folder: string): Promise<Finding[]> {
  const { bsize, bavail, blocks } = await statfs(folder)
  const { mode } = await stat(folder)
  const free = (bsize * bavail) / gigabyte
  const share = bavail / blocks
  const text = `${free.toFixed(1)} GB free (${Math.round(share * 100)}%)`
  const advice = 'Enlarge the volume: when it is full, nothing can be uploaded or signed.'
  const space = free < 1 ? failed(text, advice) : share < 0.1 && free < 20 ? warning(text, advice) : ok(text)
  return mode & 0o007
    ? [space, warning(`every user of this machine can read ${folder}`, `chmod 700 ${folder}`)]
    : [space]
}

/** That it is this database's, and has its documents. */
async function checkBelonging(
  { database }: Examination,
  { documents: store, parts }: Awaited<ReturnType<typeof openStores>>,
): Promise<Finding[]> {
  const stored = await store.readNote('installation')
  if (!isReached(database)) return [ok(`the store of installation ${stored ?? 'none yet'}`)]
  const { id } = await find(database.db)
  if (stored !== null && stored !== id && !isUnfinishedRestore(stored))
    return [
      failed(
        `the store is of installation ${stored}, the database of ${id}`,
        `Set DATABASE_URL and ${store.settings} to the same installation.`,
      ),
    ]
  try {
    await refuseAsAStart({ db: database.db, stores: parts }, id)
  } catch (error) {
    if (!(error instanceof StoreMismatch)) throw error
    return [failed(error.message, 'Nothing starts on this store until then.')]
  }
  const contents = await sampleContents(database.db, sampleSize)
  const found = await Promise.all(contents.map((sha256) => store.has(sha256)))
  const missing = found.filter((isThere) => !isThere).length
  if (missing > 0)
    return [
      failed(
        `${missing} of ${counted(contents.length, 'document')} looked for ${missing === 1 ? 'is' : 'are'} missing`,
        'Run countersign verify documents. Is the right volume mounted?',
      ),
    ]
  if (stored === null && contents.length === 0) return [ok('new: the first start marks it')]
  return [ok(`belongs to this database; ${counted(contents.length, 'document')} looked for and found`)]
}

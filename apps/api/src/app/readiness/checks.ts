import { randomBytes } from 'node:crypto'
import type { Figures } from '#api/app/metrics/figures.ts'
import type { Context } from '#api/providers/context.ts'
import { compareSchema } from '#api/platform/db/schema-compatibility.ts'
import { StoreMismatch } from '#api/app/installation/own-installation.ts'
import { hasLiveWorker } from '#api/platform/jobs/heartbeat.ts'
import { lockClass } from '#api/platform/jobs/leases.ts'
import { StoreFull } from '#api/providers/document-store/port.ts'
import { TimestampUnavailable } from '#api/providers/timestamp/port.ts'
import { sampleContents, ping } from './repository.ts'

export const parts = [
  'database',
  'schema',
  'storage',
  'documents',
  'worker',
  'clock',
  'signing',
  'timestamps',
] as const
/** Without these people still sign, for a while: a process is not taken out of service for them. */
export const lesserParts = ['mail', 'queue', 'replica'] as const
export type Part = (typeof parts)[number] | (typeof lesserParts)[number]

/** What checks remember from one time to the next. */
export interface Memory {
  readonly elapsed: () => number
  readonly figures: Pick<Figures, 'quick'>
  /** When a timestamp was last granted to a check. */
  grantedAt: number
}

/** Null where a part works, else why not, in a word that tells nobody how the installation is made. */
type Check = (context: Context, memory: Memory) => Promise<string | null>

/** What a signature needs, each asked as a signature would use it. */
export const checks: Readonly<Record<Part, Check>> = {
  database: async ({ pool }) => {
    await ping(pool)
    return null
  },
  schema: checkSchema,
  storage: checkStorage,
  documents: checkDocuments,
  worker: async ({ pool }) => ((await hasLiveWorker(pool, lockClass)) ? null : 'none_running'),
  clock: async ({ databaseClock }) => ((await databaseClock.compare()).agrees ? null : 'differs'),
  signing: checkSigning,
  timestamps: checkTimestamps,
  mail: checkMail,
  queue: checkQueue,
  replica: async ({ reads }) => reads.replica?.state().problem ?? null,
}

/** A newer release's is fine as long as this one can run with it. */
async function checkSchema({ pool }: Context): Promise<string | null> {
  const { missing, refused } = await compareSchema(pool)
  if (refused.length > 0) return 'newer_than_release'
  return missing.length > 0 ? 'older_than_release' : null
}

async function checkStorage({ documentStore }: Context): Promise<string | null> {
  try {
    await documentStore.probe()
    return null
  } catch (error) {
    return error instanceof StoreFull ? 'full' : 'not_writable'
  }
}

const sampleSize = 5

/** That the store is this database's, and has its documents: of a few, some. A single one that is lost is not a lost store. */
async function checkDocuments({ db, documentStore, installation }: Context): Promise<string | null> {
  try {
    await installation.verify()
  } catch (error) {
    if (error instanceof StoreMismatch) return 'other_installation'
    throw error
  }
  const contents = await sampleContents(db, sampleSize)
  const found = await Promise.all(contents.map((sha256) => documentStore.has(sha256)))
  return contents.length > 0 && !found.includes(true) ? 'missing' : null
}

/** The installation's own key signs; what is asked of the time-stamp authority is the next check's. */
async function checkSigning({ trustService }: Context): Promise<string | null> {
  const reached = new Error('signed')
  const attempt = trustService.sign({
    digest: randomBytes(32),
    quality: 'SES',
    signer: { name: 'Countersign', email: '' },
    timestamp: () => Promise.reject(reached),
  })
  return attempt.then(
    () => null,
    (error: unknown) => {
      if (error === reached) return null
      throw error
    },
  )
}

// Milliseconds: a timestamp is another party's service, and may cost money.
const grantedFor = 300_000

/** Between two timestamps the servers are only asked for a sign of life, and a signing that got none is remembered. */
async function checkTimestamps({ timestampAuthority }: Context, memory: Memory): Promise<string | null> {
  try {
    const isGranted = memory.elapsed() - memory.grantedAt < grantedFor
    if ((await timestampAuthority.isReachable()) && isGranted) return null
    await timestampAuthority.timestamp(randomBytes(32))
    memory.grantedAt = memory.elapsed()
    return null
  } catch (error) {
    if (error instanceof TimestampUnavailable) return 'unavailable'
    throw error
  }
}

async function checkMail({ mailer }: Context): Promise<string | null> {
  return mailer.check().then(
    () => null,
    () => 'unavailable',
  )
}

/** In seconds. What is due is begun within one; a queue that is so far behind has no worker, or too few of them. */
const longestWait = 15

async function checkQueue(_context: Context, { figures }: Memory): Promise<string | null> {
  const { jobs } = await figures.quick()
  return jobs.some(({ oldestSeconds }) => (oldestSeconds ?? 0) > longestWait) ? 'behind' : null
}

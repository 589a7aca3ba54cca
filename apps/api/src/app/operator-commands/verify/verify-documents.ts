import { isContentInUse } from '#api/documents/documents/deletion/content-repository.ts'
import { find } from '#api/app/installation/repository.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, noPositionals, numberOption, UsageError } from '../command.ts'
import { type BadContent, type Stores, type Walk, walkContents } from './walk-contents.ts'

const day = 86_400_000
const namedAtMost = 100
const progressEvery = 5_000

type DocumentsCall = Call<Readonly<Record<'since' | 'sample', string | undefined>>>

export async function verifyDocuments(call: DocumentsCall): Promise<Answer> {
  noPositionals(call)
  const [since, sample] = [dayOf(call.options.since), numberOption('sample', call.options.sample, 1)]
  const { db, stores } = await call.installation()
  const installation = { db, documentStore: (await stores()).documents }
  const walk = await walkContents(installation, { since, sample, onProgress: progressOf(call) })
  const isWhole = since === null && sample === null
  const unreferenced = isWhole ? await findUnreferenced(installation) : null
  const isOurs = await belongsTogether(installation)
  return {
    status: walk.bad.length > 0 || !isOurs ? 1 : 0,
    lines: [
      ...(isOurs ? [] : ['✗ The store belongs to another installation than the database.']),
      ...walk.bad.map(describe),
      ...describeWalk(walk),
      ...(unreferenced ? describeUnreferenced(unreferenced) : []),
    ],
    json: { isValid: walk.bad.length === 0 && isOurs, belongsTogether: isOurs, ...walk, unreferenced },
  }
}

interface Unreferenced {
  readonly count: number
  /** Files in the store. */
  readonly total: number
  /** Some of them. */
  readonly hashes: readonly string[]
}

/** By the clean-up's own eyes, which then removes nothing. An upload of today may not be referred to yet. */
async function findUnreferenced({ db, documentStore }: Stores): Promise<Unreferenced> {
  const hashes: string[] = []
  let found = { unused: 0, total: 0 }
  const isUsed = async (sha256: string) => {
    const isInUse = await isContentInUse(db, sha256)
    if (!isInUse && hashes.length < namedAtMost) hashes.push(sha256)
    return isInUse
  }
  await documentStore.sweep(new Date(Date.now() - day), isUsed, (plan) => {
    found = plan
    return false
  })
  return { count: found.unused, total: found.total, hashes }
}

async function belongsTogether({ db, documentStore }: Stores): Promise<boolean> {
  const [{ id }, stored] = await Promise.all([find(db), documentStore.readNote('installation')])
  return stored === null || stored === id
}

function progressOf({ progress }: Pick<Call, 'progress'>): (walk: Walk) => void {
  let said = Date.now()
  return ({ checked, bad }) => {
    if (Date.now() - said < progressEvery) return
    said = Date.now()
    progress(`${checked} checked, ${bad.length} missing or damaged`)
  }
}

function describe({ sha256, problem, reason, references }: BadContent): string {
  return `✗ ${problem}: ${sha256}: ${reason}. Needed by ${references.join(', ') || 'something deleted since'}`
}

function describeWalk({ checked, bytes, restored, bad }: Walk): string[] {
  const text = `${counted(checked, 'document')} checked, ${(bytes / 1024 ** 2).toFixed(1)} MB`
  return [
    bad.length === 0
      ? `✓ ${text}: all are in the store and have their hashes`
      : `✗ ${text}: ${bad.length} ${bad.length === 1 ? 'is' : 'are'} missing or damaged. Restore them from a backup: each file’s name is its hash.`,
    ...(restored > 0
      ? [`${counted(restored, 'document')} in the trash ${restored === 1 ? 'was' : 'were'} put back.`]
      : []),
  ]
}

function describeUnreferenced({ count, total, hashes }: Unreferenced): string[] {
  if (count === 0)
    return [`✓ ${counted(total, 'file')} in the store: the database refers to each that is older than a day`]
  return [
    `! The database doesn't refer to ${count} of ${counted(total, 'file')}. The nightly clean-up moves what is unused to the trash; see countersign prune.`,
    ...hashes.map((sha256) => `    ${sha256}`),
    ...(count > hashes.length ? [`    and ${count - hashes.length} more`] : []),
  ]
}

function dayOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const at = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
    throw new UsageError(`--since ${text} is not a day like 2027-01-31.`)
  return at
}

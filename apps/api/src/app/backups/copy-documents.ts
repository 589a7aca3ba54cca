import type { PublicKey } from '#api/platform/secrets/age/keys.ts'
import { encryptTo } from '#api/platform/secrets/age/age-file.ts'
import type { BackupTarget } from '#api/providers/backup-target/port.ts'
import { ContentDamaged, ContentMissing, type DocumentStore } from '#api/providers/document-store/port.ts'
import type { Content, ContentList } from './content-list.ts'
import { inParallel } from '#api/platform/values/in-parallel.ts'
import { documentFile, documentFolder } from './layout.ts'
import { DamagedBackup } from './manifest.ts'

// Most of the time is spent waiting for the disk, which writes several files at once.
const atOnce = 16
// A clean-up may move a file into the trash just as it is opened; the next time it is taken from there.
const tries = 3

/** What the store itself doesn't have whole. */
export interface MissingDocument {
  readonly sha256: string
  readonly reason: 'missing' | 'damaged'
}

type NotCopied = Content & Pick<MissingDocument, 'reason'>

export interface CopyResult {
  readonly copied: number
  readonly missing: readonly NotCopied[]
}

interface Parts {
  readonly documentStore: DocumentStore
  readonly target: BackupTarget
  readonly key: PublicKey | null
}

/** Copies what no earlier backup has copied; then looks whether all of it is there. */
export async function copyDocuments(parts: Parts, { byFolder }: ContentList): Promise<CopyResult> {
  const { target } = parts
  let copied = 0
  const missing: NotCopied[] = []
  for (const [prefix, contents] of byFolder) {
    const there = new Set(await target.list(documentFolder(prefix)))
    const wanted = contents.filter(({ name }) => !there.has(name))
    await inParallel(wanted, atOnce, async (content) => {
      const reason = await copy(parts, content)
      if (reason) missing.push({ ...content, reason })
      else copied += 1
    })
    if (wanted.length > 0) await refuseUnlessThere(target, prefix, contents, missing)
  }
  return { copied, missing }
}

async function copy(
  { documentStore, target, key }: Parts,
  { sha256, name }: Content,
): Promise<MissingDocument['reason'] | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const content = (await documentStore.stream(sha256)) as AsyncIterable<Buffer>
      await target.write(documentFile(name), key ? encryptTo(key, content) : content)
      return null
    } catch (error) {
      if (error instanceof ContentDamaged) return 'damaged'
      if (!(error instanceof ContentMissing)) throw error
      if (attempt === tries) return 'missing'
    }
  }
}

async function refuseUnlessThere(
  target: BackupTarget,
  prefix: string,
  contents: readonly Content[],
  missing: readonly NotCopied[],
): Promise<void> {
  const there = new Set(await target.list(documentFolder(prefix)))
  const known = new Set(missing.map(({ name }) => name))
  const gone = contents.find(({ name }) => !there.has(name) && !known.has(name))
  if (gone)
    throw new DamagedBackup(`${target.where} lost ${documentFile(gone.name)} while the backup was made.`)
}

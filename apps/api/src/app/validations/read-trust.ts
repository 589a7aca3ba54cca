import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type OpenedTrustLists,
  openTrustLists,
} from '@countersign/pdf-signature/trust-lists/open-trust-lists.ts'
import type { TrustList } from '@countersign/pdf-signature/trust-lists/trust-list.ts'
import { whyUnusable } from '#api/platform/settings/unusable-files.ts'
import { fromPem } from '#api/platform/values/pem.ts'

/** Files that anyone who runs this installation names: whom to believe besides ourselves. */
export interface TrustFiles {
  /** PEM. */
  readonly anchors: readonly string[]
  /** Trusted lists, ETSI TS 119 612. */
  readonly lists: readonly string[]
  /** PEM: who signs the lists, or the list of lists. */
  readonly listSigners: readonly string[]
}

/** A configured list that isn't used. */
export interface RefusedList {
  readonly file: string
  readonly code: OpenedTrustLists['refused'][number]['code'] | 'unreadable'
  readonly message: string
  /** Changes with the file. */
  readonly version: string
}

export interface Trust {
  readonly anchors: readonly Uint8Array[]
  readonly trustLists: readonly TrustList[]
  readonly refused: readonly RefusedList[]
}

let known: { readonly key: string; readonly trust: Trust } | undefined

/** Reads them, and again only when one of them has changed: the lists of Europe take a second or two. */
export async function readTrust(files: TrustFiles): Promise<Trust> {
  const all = [...files.anchors, ...files.lists, ...files.listSigners]
  const versions = new Map(await Promise.all(all.map(async (file) => [file, await versionOf(file)] as const)))
  const key = JSON.stringify([...versions])
  if (known?.key === key) return known.trust
  const [anchors, signers, lists] = await Promise.all([
    readCertificates(files.anchors),
    readCertificates(files.listSigners),
    Promise.all(files.lists.map(readList)),
  ])
  const readable = lists.filter((list) => list.problem === undefined)
  const opened = openTrustLists(
    readable.map(({ content }) => content),
    signers,
  )
  const refused = [
    ...lists.flatMap(({ file, problem }) =>
      problem === undefined ? [] : [{ file, code: 'unreadable' as const, message: problem }],
    ),
    ...opened.refused.map(({ index, ...why }) => ({ file: readable[index]?.file ?? '', ...why })),
  ].map((one) => ({ ...one, version: versions.get(one.file) ?? '' }))
  known = { key, trust: { anchors, trustLists: opened.lists, refused } }
  return known.trust
}

/** Names of the lists for which others can't stand in, as reports tell them: without the folders of this machine. */
export function unusableNames(refused: readonly Pick<RefusedList, 'file' | 'code'>[]): string[] {
  return refused.flatMap(({ file, code }) => (code === 'superseded' ? [] : [basename(file)]))
}

/** A file that is put in place of another may have the same time of modification. */
async function versionOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file)
    return [ino, size, mtimeMs, ctimeMs].join(' ')
  } catch (error) {
    return whyUnusable(error)
  }
}

/** A list that is missing for a moment, while it is replaced say, doesn't stop a validation. */
async function readList(file: string) {
  try {
    return { file, content: await readFile(file) }
  } catch (error) {
    return { file, content: Buffer.alloc(0), problem: `It can't be read: ${whyUnusable(error)}` }
  }
}

async function readCertificates(files: readonly string[]): Promise<Uint8Array[]> {
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return contents.flatMap((content) => fromPem(content.toString()))
}

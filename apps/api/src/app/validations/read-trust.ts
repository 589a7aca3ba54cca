import { readFile, stat } from 'node:fs/promises'
import { openTrustLists } from '@countersign/pdf-signature/trust-lists/open-trust-lists.ts'
import type { TrustList } from '@countersign/pdf-signature/trust-lists/trust-list.ts'
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

export interface Trust {
  readonly anchors: readonly Uint8Array[]
  readonly trustLists: readonly TrustList[]
  /** Lists that were not taken, and why. */
  readonly refused: readonly { readonly file: string; readonly message: string }[]
}

let known: { readonly key: string; readonly trust: Trust } | undefined

/** Reads them, and again only when one of them has changed: the lists of Europe take a second or two. */
export async function readTrust(files: TrustFiles): Promise<Trust> {
  const all = [...files.anchors, ...files.lists, ...files.listSigners]
  const times = await Promise.all(all.map(async (file) => `${file} ${(await stat(file)).mtimeMs}`))
  const key = times.join('\n')
  if (known?.key === key) return known.trust
  const [anchors, lists, signers] = await Promise.all(
    [files.anchors, files.lists, files.listSigners].map((group) =>
      Promise.all(group.map((file) => readFile(file))),
    ),
  )
  const opened = openTrustLists(lists ?? [], certificatesIn(signers))
  const trust = {
    anchors: certificatesIn(anchors),
    trustLists: opened.lists,
    refused: opened.refused.map(({ index, message }) => ({ file: files.lists[index] ?? '', message })),
  }
  known = { key, trust }
  return trust
}

function certificatesIn(files: readonly Buffer[] = []): Uint8Array[] {
  return files.flatMap((file) => fromPem(file.toString()))
}

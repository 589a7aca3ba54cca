import { createHash } from 'node:crypto'
import type { Context } from '#api/providers/context.ts'
import * as documents from '#api/documents/documents/repository.ts'
import { ContentDamaged, type StoredContent } from '#api/providers/document-store/port.ts'
import {
  documentsToSign,
  type RequestDocument,
  type Signature,
  type SignatureRequest,
} from '#api/signing/signature-requests/signature-request.ts'
import { runAs } from '#api/platform/threads/caller.ts'
import type { Signing } from '../repository.ts'
import {
  allAnchors,
  checkSigned,
  type SignedRevision,
  signDocument,
  type DocumentOrder,
} from './sign-document.ts'
import { namesOnPage } from '../appearance/name-on-page.ts'
import { orderFor, signerOf } from './order-for.ts'

/** A new version of one document, stored but not yet accepted. */
export interface NewVersion {
  readonly documentId: string
  /** The version it was made from: it can only take that one's place. */
  readonly baseVersionId: string
  readonly stored: StoredContent
  readonly fieldName: string
  readonly properties: Omit<SignedRevision, 'tail'>
  /** It is stored, and our own validator finds it valid in every part. Rejects otherwise; nothing is accepted before. */
  readonly ready: Promise<void>
}

/** One signer's part in a request. */
export interface Part {
  readonly request: SignatureRequest
  readonly signature: Signature
  readonly signing: Signing
}

/** A document that is to be signed: its current version, and what is signed on it. */
export interface DocumentToSign {
  readonly document: RequestDocument
  readonly base: documents.DocumentRow
  readonly order: DocumentOrder
  /** Others wait to be begun. */
  readonly hasMore: boolean
}

/** Of one request: more would take the threads from everybody else, and hold that many files in memory. */
const documentsAtOnce = 4

/** Does something with each document that the signer signs, some at a time; the results are in the order of the request. */
export async function eachDocument<Result>(
  context: Context,
  { request, signature, signing }: Part,
  work: (one: DocumentToSign) => Promise<Result>,
): Promise<Result[]> {
  const toSign = documentsToSign(request, signature)
  const bases = await documents.findAll(
    context.db,
    toSign.map(({ versionId }) => versionId),
  )
  const { email } = signerOf({ signature, signing })
  const names = { name: signing.signing_name, email, group: signature.group }
  const shown = await namesOnPage(context, names, signing.party)
  const waiting = [...toSign.entries()]
  const results: Result[] = []
  const next = async () => {
    for (let taken = waiting.shift(); taken; taken = waiting.shift())
      try {
        const [index, document] = taken
        const base = bases.get(document.versionId)
        if (!base) throw new Error(`document ${document.versionId} is gone`)
        const bytes = await context.documentStore.read(base.sha256)
        const order = orderFor(request, document, signature, signing, bytes, shown)
        results[index] = await work({ document, base, order, hasMore: waiting.length > 0 })
      } catch (error) {
        // One that fails is enough: the others need not be begun.
        waiting.length = 0
        throw error
      }
  }
  // On the account of the person who asked for the signatures, in the threads too.
  const owner = { key: `account:${request.owner.id}`, anonymous: false }
  await runAs(owner, () => Promise.all(Array.from({ length: documentsAtOnce }, next)))
  return results
}

/** Signs each document of one signer, in the service's own name. */
export async function signDocuments(context: Context, part: Part): Promise<NewVersion[]> {
  return eachDocument(context, part, async (one) =>
    storeVersion(context, one, await signDocument(context, one.order)),
  )
}

/** Bytes that are stored and checked within some milliseconds: the rest of the commit can be made ready meanwhile. */
const quickAtMost = 2 * 1024 * 1024

/** Stores the signed version and has it checked: what is stored counts for nothing before it is accepted, so neither waits. */
export async function storeVersion(
  context: Context,
  { document, base, order, hasMore }: DocumentToSign,
  { tail, ...properties }: SignedRevision,
): Promise<NewVersion> {
  const storing = context.documentStore.append(base.sha256, tail)
  // The commit waits for it; until then a failure has nobody who hears it.
  storing.catch(() => {})
  // With the anchors at hand it asks no database: a transaction that waits for it has a connection, and may have the last one.
  const checking = checkSigned(context, order, tail, await allAnchors(context))
  const version = {
    documentId: document.id,
    baseVersionId: document.versionId,
    fieldName: order.fieldName,
    properties,
  }
  const size = order.base.byteLength + tail.byteLength
  // The files of those that are not ready are in memory.
  if (hasMore || size > quickAtMost) {
    const [stored] = await Promise.all([storing, checking])
    return { ...version, stored, ready: Promise.resolve() }
  }
  const sha256 = createHash('sha256').update(order.base).update(tail).digest('hex')
  const keeping = storing.then((stored) => {
    if (stored.sha256 !== sha256) throw new ContentDamaged(`The content ${sha256} is damaged`)
  })
  const ready = Promise.all([keeping, checking]).then(() => {})
  ready.catch(() => {})
  return { ...version, stored: { sha256, size }, ready }
}

/** Resolves when all of them can be accepted. */
export async function allReady(versions: readonly Pick<NewVersion, 'ready'>[]): Promise<void> {
  await Promise.all(versions.map(({ ready }) => ready))
}

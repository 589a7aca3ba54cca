import { canonicalEmail } from '@countersign/contract/email.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import { Refusal, wrongField, type WrongField } from '#api/platform/refusal.ts'
import type { Editor, SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import type { IntegrationRequest } from './integration-request.ts'

type Shown = Pick<SignatureRequest, 'status' | 'expiresAt'> & {
  readonly owner: { readonly email: string }
  readonly editors?: readonly Editor[] | undefined
  readonly signatures: readonly { readonly email: string }[]
  readonly observers: readonly { readonly email: string }[]
  readonly documents: readonly { readonly id: string; readonly name: string; readonly versionId: string }[]
  readonly attachments: readonly { readonly id: string; readonly name: string }[]
}

export const presentDocument = ({ documents }: Pick<Shown, 'documents'>): string =>
  documents[0]?.versionId ?? ''

export const presentDocuments = ({ documents }: Pick<Shown, 'documents'>) =>
  documents.map(({ id, name, versionId }) => ({ id, name, version_id: versionId }))

/** The member who was named as such, for as long as they have access. */
export const creatorOf = (
  { editors = [] }: Pick<Shown, 'editors'>,
  integration: Pick<IntegrationRequest, 'creatorId'> | undefined,
): string | null => editors.find(({ accountId }) => accountId === integration?.creatorId)?.email ?? null

/** What both versions answer and no update changes, though a program might mean to. */
export const presentReadOnly = ({ owner, expiresAt, attachments }: Shown) => ({
  owner: owner.email,
  expiration_date: expiresAt?.toISOString() ?? null,
  attachments: attachments.map(({ id, name }) => ({ attachment_id: id, filename: name })),
})

/** Everybody who sees it, each once. */
export function readersOf(request: Shown): string[] {
  const { signatures, observers, status } = request
  const others = status === 'DRAFT' ? [] : [...signatures, ...observers].map(({ email }) => email)
  return [...new Set([...others.filter(Boolean), ...writersOf(request)])]
}

export const writersOf = ({ owner, editors = [] }: Shown): string[] => [
  ...editors.map(({ email }) => email),
  owner.email,
]

/**
 * What was answered may be sent back as it is. Another value would be dropped, so it is refused by name. What nobody can mean to
 * change (its state, its times) is not compared: it may have changed since it was answered.
 */
export function refuseReadOnly(
  request: SignatureRequest,
  integration: IntegrationRequest | undefined,
  { businessId }: ApiUserActor,
  body: unknown,
): void {
  const sent = body as Readonly<Record<string, unknown>>
  const { expiration_date, creator } = sent
  const given: typeof sent = {
    ...sent,
    expiration_date: toInstant(expiration_date),
    creator: typeof creator === 'string' ? canonicalEmail(creator) : creator,
  }
  const shown = {
    ...presentReadOnly(request),
    creator: creatorOf(request, integration),
    document_id: presentDocument(request),
    documents: presentDocuments(request),
    // Only members of the owner's business may change a request.
    business: businessId,
    business_id: businessId,
  }
  const fields = Object.entries(shown).flatMap(([field, value]): WrongField[] =>
    isSame(value, given[field])
      ? []
      : [{ field, code: 'read_only', message: 'Can’t be changed by this call' }],
  )
  if (fields.length > 0) throw new Refusal('validation.failed', { fields })
  refuseOtherReaders(request, given['read_access'])
}

/** Clients write one instant in several ways. */
const toInstant = (given: unknown): unknown =>
  typeof given === 'string' && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : given

/** What is left out, or null, says nothing. */
function isSame(shown: unknown, given: unknown): boolean {
  if (given === undefined || given === null || shown === given) return true
  if (Array.isArray(shown))
    return (
      Array.isArray(given) &&
      given.length === shown.length &&
      shown.every((one, index) => isSame(one, given[index]))
    )
  if (typeof shown !== 'object' || shown === null || typeof given !== 'object') return false
  return Object.entries(given).every(([name, value]) =>
    isSame((shown as Readonly<Record<string, unknown>>)[name], value),
  )
}

/** Who reads a request follows from its signers and observers. */
function refuseOtherReaders(request: SignatureRequest, given: unknown): void {
  if (!Array.isArray(given)) return
  const readers = new Set(readersOf(request))
  if (given.length !== readers.size || given.some((one) => !readers.has(canonicalEmail(String(one)))))
    throw otherReaders()
}

/** In a new request only people who read it anyway are named. Of a draft, signers and observers do so once it is sent. */
export function refuseNewReaders(
  given: readonly string[] | null | undefined,
  readers: readonly (string | null | undefined)[],
): void {
  if (given?.some((one) => !readers.includes(canonicalEmail(one)))) throw otherReaders()
}

const otherReaders = () =>
  wrongField('read_access', 'not_supported', 'Follows from signers and observers: add an observer')

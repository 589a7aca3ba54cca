import type { Signature, SignatureRequest } from '../signature-request.ts'
import { changedDocuments, type DocumentChange } from './changed-documents.ts'
import { confidential, type Differences, differences, type Kind } from './differences.ts'

/** What of one signer was changed. */
export interface SignerChange {
  readonly signatureId: string
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** Left out: they were there before, and still are. */
  readonly kind?: Exclude<Kind, 'changed'>
  /** The signature in whose place theirs is. */
  readonly replaces?: string
  readonly fields: readonly string[]
  readonly changes: Differences
  readonly documents: readonly DocumentChange[]
}

/** Of each signer that stayed, or took another's place: what is new, and the name that is now asked to sign. */
export function changedSigners(before: SignatureRequest, after: SignatureRequest): SignerChange[] {
  const known = new Map(before.signatures.map((signature) => [signature.id, signature]))
  return after.signatures.flatMap((signature) => {
    const old = known.get(signature.id) ?? known.get(signature.replaces ?? '')
    return old ? changeOf(signature, old, signature) : []
  })
}

/** What signers who came or went with nobody in their place sign and fill in, where that is more than the documents. */
export function signersWithFields(before: SignatureRequest, after: SignatureRequest): SignerChange[] {
  const [old, now] = [idsOf(before), idsOf(after)]
  const replaced = new Set(after.signatures.map(({ replaces }) => replaces))
  const removed = before.signatures.filter(({ id }) => !now.has(id) && !replaced.has(id))
  const added = after.signatures.filter(({ id, replaces }) => !old.has(id) && !old.has(replaces ?? ''))
  return [
    ...removed.flatMap((one) => changeOf(one, one, undefined)),
    ...added.flatMap((one) => changeOf(one, undefined, one)),
  ]
}

const idsOf = ({ signatures }: SignatureRequest) => new Set(signatures.map(({ id }) => id))

function changeOf(
  { id, email, firstName, lastName }: Signature,
  old: Signature | undefined,
  now: Signature | undefined,
): SignerChange[] {
  // Most corrections leave the signers as they were read: hundreds of them aren't compared, each in all documents.
  if (old === now) return []
  const changes = old && now ? differences(settingsOf(old), settingsOf(now)) : {}
  const documents = changedDocuments(old, now)
  const fields = [...Object.keys(changes), ...(documents.length > 0 ? ['documents'] : [])]
  if (fields.length === 0) return []
  const kind = !now ? { kind: 'removed' as const } : old ? {} : { kind: 'added' as const }
  const replaces = old && now && old.id !== id ? { replaces: old.id } : {}
  return [{ signatureId: id, email, firstName, lastName, ...kind, ...replaces, fields, changes, documents }]
}

/** A mobile number is its signer's and the owner's to see. */
function settingsOf(signature: Signature): Record<string, unknown> {
  const { firstName, lastName, language, sequence, notify, mobile, role, email, group } = signature
  return {
    // Whom they replace. A group has no email of its own.
    email: email || (group?.name ?? ''),
    firstName,
    lastName,
    mobile: confidential(mobile),
    role,
    language,
    sequence: String(sequence),
    notify: String(notify),
  }
}

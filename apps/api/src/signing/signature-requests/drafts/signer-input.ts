import type {
  DocumentSignature as GivenDocument,
  SignerInput,
} from '@countersign/contract/signature-request-shapes.ts'
import type { Position } from '@countersign/contract/positions.ts'
import { type WrongField, Refusal } from '#api/platform/refusal.ts'
import { readFields, wrongForm } from '#api/signing/signer-fields/read-fields.ts'
import type { SignerGroup } from '#api/signing/signer-groups/signer-group.ts'
import { allPeopleOf } from '../signers/group-signature.ts'
import { conflictsOf } from './refuse-conflicts.ts'
import { wrongInCertified } from './refuse-unsignable.ts'
import { toPlace, wrongPlace } from '../place.ts'
import {
  type DocumentSignature,
  everyDocument,
  type RequestDocument,
  type Signature,
  type SignatureGroup,
  type SignatureRequest,
  withoutPerson,
} from '../signature-request.ts'

/** Each of them is written to. */
const peopleAtMost = 500

/**
 * The signers as they were given, over those that are there: a known `sid` keeps its link and status, the rest are
 * new, left-out ones are gone. `path` names the field that a wrong value is reported under.
 */
export function toSignatures(
  request: SignatureRequest,
  given: readonly SignerInput[],
  path: string,
  /** Those of the groups that are named and are the owner's. */
  groups: ReadonlyMap<string, SignerGroup> = new Map(),
  /** Those whom the call leaves as they are: none where it names all signers. */
  others: readonly Signature[] = [],
): Signature[] {
  const wrong: WrongField[] = []
  const known = new Map(request.signatures.map((signature) => [signature.id, signature]))
  const seen = new Set<string>()
  const signatures = given.map((input, index) => {
    const field = `${path}.${index}`
    const existing = input.sid ? known.get(input.sid) : undefined
    const email = input.account_email ?? input.signer_identity_data?.email_address
    const group = groupOf(request, input, existing, groups)
    if (group === 'unknown')
      wrong.push({ field: `${field}.signer_group_id`, code: 'unknown', message: 'There is no such group' })
    if (group && email)
      wrong.push({ field: `${field}.account_email`, code: 'ambiguous', message: 'Name a person or a group' })
    if (!agree(input))
      wrong.push({
        field: `${field}.signer_identity_data.email_address`,
        code: 'contradiction',
        message: 'Must be the same as account_email, or left out',
      })
    if (!group && !email && !mayBeNobody(request, input, existing))
      wrong.push({ field: `${field}.account_email`, code: 'required', message: 'This field is required' })
    if (input.sid && !existing)
      wrong.push({ field: `${field}.sid`, code: 'unknown', message: 'There is no such signer' })
    if (input.sid && seen.has(input.sid))
      wrong.push({ field: `${field}.sid`, code: 'twice', message: 'Named twice' })
    seen.add(input.sid ?? '')
    const recipient = { email: email ?? '', group: group === 'unknown' ? null : group }
    const before = existing && (isSame(existing, recipient) ? existing : withoutPersons(existing))
    const documents = documentsOf(request, input, before, field, wrong)
    return toSignature(request, input, recipient, existing, documents)
  })
  wrong.push(...conflictsOf(request.documents, signatures, path, others))
  if (allPeopleOf([...others, ...signatures]).length > peopleAtMost)
    wrong.push({ field: path, code: 'too_big', message: `Must be at most ${peopleAtMost} people` })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return signatures
}

/** One signer has one email: of two, one would be asked and the other not. */
function agree({ account_email: account, signer_identity_data: identity }: SignerInput): boolean {
  return !account || !identity || identity.email_address === account
}

/** In a draft a role may wait for its person. */
function mayBeNobody(
  request: SignatureRequest,
  input: SignerInput,
  existing: Signature | undefined,
): boolean {
  return request.status === 'DRAFT' && Boolean(input.role ?? existing?.role)
}

/** The group that is asked: who is there already stays who they were, whatever has become of the group since. */
function groupOf(
  request: SignatureRequest,
  { signer_group_id: id, language }: SignerInput,
  existing: Signature | undefined,
  groups: ReadonlyMap<string, SignerGroup>,
): SignatureGroup | 'unknown' | null {
  if (!id) return null
  if (existing?.group?.id === id) return existing.group
  const group = groups.get(id)
  if (!group) return 'unknown'
  const members = group.members.map(({ email, name }) => ({
    id: crypto.randomUUID(),
    email,
    name,
    language: language ?? request.owner.language,
    accountId: null,
    link: null,
    openedAt: null,
    delivery: null,
  }))
  return { id: group.id, name: group.name, versionId: group.versionId, members, settledBy: null }
}

interface Recipient {
  readonly email: string
  readonly group: SignatureGroup | null
}

/** Is the signer who is there already the one who is given? A role that waited for its person is. */
const isSame = (existing: Signature, { email, group }: Recipient): boolean =>
  group ? existing.group === group : !existing.group && (existing.email === email || existing.email === '')

const withoutPersons = (signature: Signature): Signature => ({
  ...signature,
  documents: signature.documents.map(withoutPerson),
})

function toSignature(
  request: SignatureRequest,
  input: SignerInput,
  recipient: Recipient,
  existing: Signature | undefined,
  documents: DocumentSignature[],
): Signature {
  const { email, group } = recipient
  const identity = group ? null : input.signer_identity_data
  // Another person is another signature: a link that was sent to the one must not open for the other.
  const same = existing && isSame(existing, recipient) ? existing : undefined
  return {
    id: same?.id ?? crypto.randomUUID(),
    role: input.role === undefined ? (existing?.role ?? null) : input.role || null,
    sequence: input.sequence,
    email,
    firstName: identity?.first_name || null,
    lastName: identity?.last_name || null,
    mobile: identity?.mobile_number || null,
    language: input.language ?? identity?.language ?? same?.language ?? request.owner.language,
    notify: input.notify,
    accountId: same?.accountId ?? null,
    link: same?.link ?? null,
    group,
    status: same?.status ?? 'DRAFT',
    openedAt: same?.openedAt ?? null,
    signedAt: null,
    signedName: null,
    delivery: same?.delivery ?? null,
    signing: same?.signing ?? null,
    declineMessage: null,
    delegatedBy: same?.delegatedBy ?? null,
    remindedAt: same?.remindedAt ?? null,
    allDocuments: signsAll(input),
    byAccountEmail: !group && Boolean(input.account_email),
    documents,
    ...(existing && !same ? { replaces: existing.id } : {}),
  }
}

const signsAll = ({ all_documents, document_signatures }: SignerInput): boolean =>
  all_documents ?? document_signatures.length === 0

/** What they sign: all there is, or what is listed. */
function documentsOf(
  request: SignatureRequest,
  input: SignerInput,
  existing: Signature | undefined,
  field: string,
  wrong: WrongField[],
): DocumentSignature[] {
  const listed = input.document_signatures.map((given, index) => {
    const path = `${field}.document_signatures.${index}`
    const document = request.documents.find((candidate) => candidate.id === given.document_id)
    if (!document)
      wrong.push({
        field: `${path}.document_id`,
        code: 'unknown',
        message: 'The request has no such document',
      })
    const first = input.document_signatures.findIndex((one) => one.document_id === given.document_id)
    if (first < index) wrong.push({ field: `${path}.document_id`, code: 'twice', message: 'Named twice' })
    const before = existing?.documents.find(({ documentId }) => documentId === given.document_id)
    const placed = toDocumentSignature(document, given, path, wrong)
    return given.fields ? placed : { ...placed, fields: before?.fields ?? [] }
  })
  return signsAll(input) ? everyDocument(request.documents, listed) : listed
}

/** Where the signature shows, and the path of each place in the call. */
function placesOf(visual: GivenDocument['visual_signature']): { position: Position; path: string }[] {
  if (!visual) return []
  if ('position' in visual) return [{ position: visual.position, path: 'position' }]
  if (!('positions' in visual)) return []
  return visual.positions.map((position, index) => ({ position, path: `positions.${index}` }))
}

/** One signer's part in one document, as it was given. */
function toDocumentSignature(
  document: RequestDocument | undefined,
  given: GivenDocument,
  path: string,
  wrong: WrongField[],
): DocumentSignature {
  const visual = given.visual_signature
  const formField = visual && 'form_field' in visual ? visual.form_field : null
  const places = placesOf(visual).map(({ position, path: field }) => {
    const place = toPlace(position)
    if (document) wrong.push(...wrongPlace(document, place, `${path}.visual_signature.${field}`))
    return place
  })
  const isFree = document?.signatureFields.some(({ name, signed }) => name === formField && !signed)
  if (document && formField !== null && !isFree)
    wrong.push({
      field: `${path}.visual_signature.form_field`,
      code: 'unknown',
      message: 'The document has no free signature field of this name',
    })
  if (places.length > 0) wrong.push(...wrongInCertified(document, `${path}.visual_signature`))
  // Each further place of a signature is a form field too.
  if (places.length > 1) wrong.push(...wrongForm(document, null, `${path}.visual_signature.positions`))
  const fields = readFields(document, given.fields ?? [], `${path}.fields`, wrong)
  return { documentId: given.document_id, places, formField, fields, signedValues: null }
}

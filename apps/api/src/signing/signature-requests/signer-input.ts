import type {
  DocumentSignature as GivenDocument,
  SignerInput,
} from '@countersign/contract/signature-request-shapes.ts'
import { type WrongField, Refusal } from '#api/platform/refusal.ts'
import type { SignerGroup } from '#api/signing/signer-groups/signer-group.ts'
import { allPeopleOf } from './group-signature.ts'
import {
  type DocumentSignature,
  everyDocument,
  type RequestDocument,
  type Signature,
  type SignatureGroup,
  type SignatureRequest,
} from './signature-request.ts'

/** Each of them is written to. */
export const peopleAtMost = 500

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
): Signature[] {
  const wrong: WrongField[] = []
  const known = new Map(request.signatures.map((signature) => [signature.id, signature]))
  const seen = new Set<string>()
  const signatures = given.map((input, index) => {
    const field = `${path}.${index}`
    const kept = input.sid ? known.get(input.sid) : undefined
    const email = input.account_email ?? input.signer_identity_data?.email_address
    const group = groupOf(request, input, kept, groups)
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
    if (!group && !email && !mayBeNobody(request, input, kept))
      wrong.push({ field: `${field}.account_email`, code: 'required', message: 'This field is required' })
    if (input.sid && !kept)
      wrong.push({ field: `${field}.sid`, code: 'unknown', message: 'There is no such signer' })
    if (input.sid && seen.has(input.sid))
      wrong.push({ field: `${field}.sid`, code: 'twice', message: 'Named twice' })
    seen.add(input.sid ?? '')
    const asked = { email: email ?? '', group: group === 'unknown' ? null : group }
    return toSignature(request, input, asked, kept, documentsOf(request, input, field, wrong))
  })
  wrong.push(...sharedFields(signatures, path))
  if (allPeopleOf(signatures).length > peopleAtMost)
    wrong.push({ field: path, code: 'too_big', message: `Must be at most ${peopleAtMost} people` })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return signatures
}

/** One signer has one email: of two, one would be asked and the other not. */
function agree({ account_email: account, signer_identity_data: identity }: SignerInput): boolean {
  return !account || !identity || identity.email_address === account
}

/** In a draft a role may wait for its person. */
function mayBeNobody(request: SignatureRequest, input: SignerInput, kept: Signature | undefined): boolean {
  return request.status === 'DRAFT' && Boolean(input.role ?? kept?.role)
}

/** The group that is asked: who is there already stays who they were, whatever has become of the group since. */
function groupOf(
  request: SignatureRequest,
  { signer_group_id: id, language }: SignerInput,
  kept: Signature | undefined,
  groups: ReadonlyMap<string, SignerGroup>,
): SignatureGroup | 'unknown' | null {
  if (!id) return null
  if (kept?.group?.id === id) return kept.group
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

function toSignature(
  request: SignatureRequest,
  input: SignerInput,
  { email, group }: { readonly email: string; readonly group: SignatureGroup | null },
  kept: Signature | undefined,
  documents: DocumentSignature[],
): Signature {
  const identity = group ? null : input.signer_identity_data
  const isSame = group ? kept?.group === group : !kept?.group && (kept?.email === email || kept?.email === '')
  // Another person is another signature: a link that was sent to the one must not open for the other.
  const same = isSame ? kept : undefined
  return {
    id: same?.id ?? crypto.randomUUID(),
    role: input.role === undefined ? (kept?.role ?? null) : input.role || null,
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
  }
}

const signsAll = ({ all_documents, document_signatures }: SignerInput): boolean =>
  all_documents ?? document_signatures.length === 0

/** What they sign: all there is, or what is listed. */
function documentsOf(
  request: SignatureRequest,
  input: SignerInput,
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
    const placed = toPlace(given)
    if (document) wrong.push(...wrongPlace(document, placed, `${path}.visual_signature`))
    return placed
  })
  return signsAll(input) ? everyDocument(request.documents, listed) : listed
}

function toPlace(given: GivenDocument): DocumentSignature {
  const visual = given.visual_signature
  const position =
    visual && 'position' in visual
      ? visual.position
      : visual && 'positions' in visual
        ? visual.positions[0]
        : undefined
  return {
    documentId: given.document_id,
    place: position ? { ...position, page: Number(position.page), rotation: position.rotation ?? 0 } : null,
    formField: visual && 'form_field' in visual ? visual.form_field : null,
  }
}

function wrongPlace(document: RequestDocument, placed: DocumentSignature, path: string): WrongField[] {
  if (placed.formField !== null) {
    const free = document.formFields.some((one) => one.name === placed.formField && !one.signed)
    return free
      ? []
      : [
          {
            field: `${path}.form_field`,
            code: 'unknown',
            message: 'The document has no free signature field of this name',
          },
        ]
  }
  if (!placed.place) return []
  const { page: index, x, y, width, height } = placed.place
  const page = document.pages[index]
  if (!page)
    return [{ field: `${path}.position.page`, code: 'unknown', message: 'The document has no such page' }]
  // Half a point of tolerance: positions come from screens.
  const inside = x >= -0.5 && y >= -0.5 && x + width <= page.width + 0.5 && y + height <= page.height + 0.5
  return inside
    ? []
    : [{ field: `${path}.position`, code: 'outside_page', message: 'The field lies outside the page' }]
}

/** One field takes one signature. */
function sharedFields(signatures: readonly Signature[], path: string): WrongField[] {
  const taken = new Set<string>()
  return signatures.flatMap((signature, index) =>
    signature.documents.flatMap((placed, at): WrongField[] => {
      if (placed.formField === null) return []
      const key = `${placed.documentId} ${placed.formField}`
      if (!taken.has(key)) {
        taken.add(key)
        return []
      }
      return [
        {
          field: `${path}.${index}.document_signatures.${at}.visual_signature.form_field`,
          code: 'taken',
          message: 'Another signer has this field',
        },
      ]
    }),
  )
}

import { isSignersOwn } from '@countersign/contract/field-rules.ts'
import type { Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { SignerFieldOfRequest } from '@countersign/contract/signer-fields.ts'
import type { Language } from '@countersign/contract/values.ts'
import { dayOf, endOfDay } from '#web/lib/language/day.ts'
import type { CorrectionBody } from './action-calls.ts'

/** What the owner corrects of the request as a whole. */
export interface Correction {
  title: string
  message: string
  /** A day as the date field gives it. */
  expiration_date: string
}

/** What the owner corrects of one signer. */
export interface CorrectedSigner {
  email_address: string
  first_name: string
  last_name: string
  language: Language
}

/** What is new, and nothing else; null where nothing is. It is made on what one has read. */
export function correctionOf(request: SignatureRequest, given: Correction): CorrectionBody | null {
  const day = dayOf(request.expiration_date)
  const expiry = given.expiration_date === day ? null : endOfDay(given.expiration_date)
  const changes = {
    ...(given.title.trim() !== request.title && { title: given.title.trim() }),
    ...(given.message !== request.message && { message: given.message }),
    ...(expiry !== null && { expiration_date: expiry }),
  }
  return Object.keys(changes).length > 0 ? { ...changes, updated_at: request.updated_at } : null
}

/**
 * All signers as they are, but for one. Another email is another person to the service: they are asked again, in the same
 * turn and at the same places, and the link of the one before opens nothing any longer.
 */
export function signerCorrection(
  request: SignatureRequest,
  sid: string,
  given: CorrectedSigner,
): CorrectionBody {
  return {
    signatures: request.signatures.map((signature) =>
      signature.sid === sid ? corrected(signature, given) : asItIs(signature),
    ),
    updated_at: request.updated_at,
  }
}

type SignerBody = NonNullable<CorrectionBody['signatures']>[number]

/** A signer, or a group, as the service answers it, to be sent again. Named by `sid`, they keep their fields. */
function asItIs({ sid, signer_identity_data, ...signature }: Signature): SignerBody {
  const { signer_group: group, account_email } = signature
  return {
    sid,
    role: signature.role,
    ...(group ? { signer_group_id: group.id } : { account_email, signer_identity_data }),
    sequence: signature.sequence,
    notify: signature.notify,
    language: signature.language,
    // Left out, it would be taken for false, because documents are listed.
    all_documents: signature.all_documents,
    document_signatures: signature.document_signatures.map(({ document_id, visual_signature: visual }) => ({
      document_id,
      visual_signature: visual && placeOf(visual),
    })),
  }
}

type Visual = NonNullable<Signature['document_signatures'][number]['visual_signature']>

function placeOf({ form_field, positions }: Visual) {
  if (form_field !== null) return { form_field }
  return positions.length > 0 ? { positions } : null
}

function corrected(signature: Signature, given: CorrectedSigner): SignerBody {
  const { sid, account_email, ...same } = asItIs(signature)
  const email_address = given.email_address.trim()
  const stays = email_address === signature.signer_identity_data.email_address
  const document_signatures = stays
    ? same.document_signatures
    : withFields(signature, same.document_signatures)
  return {
    ...same,
    document_signatures,
    ...(stays && { sid, account_email }),
    language: given.language,
    signer_identity_data: {
      ...signature.signer_identity_data,
      email_address,
      first_name: given.first_name.trim() || null,
      last_name: given.last_name.trim() || null,
      language: given.language,
      // A number belongs to a person.
      ...(!stays && { mobile_number: null }),
    },
  }
}

/**
 * What is to be filled in, for a person who is new to the service: what the one before has filled in is not theirs, nor
 * are a name, an email and initials that were prefilled.
 */
function withFields(signature: Signature, placed: SignerBody['document_signatures']) {
  const fields = new Map(
    signature.document_signatures.map((one) => [one.document_id, one.fields.map(forAnother)]),
  )
  return placed?.map((one) => ({ ...one, fields: fields.get(one.document_id) ?? [] }))
}

function forAnother(given: SignerFieldOfRequest) {
  const { input: _, own_value: __, ...field } = given
  return isSignersOwn(field) ? { ...field, value: null } : field
}

export type Box = Pick<Visual['positions'][number], 'x' | 'y' | 'width' | 'height'>
export interface CorrectedPlace {
  readonly sid: string
  readonly documentId: string
  readonly page: number
  /** Null: the signature is there, but not to be seen on a page. */
  readonly box: Box | null
}

/** The documents that someone signs. Only on these has their signature a place. */
export function documentsOf({ documents }: SignatureRequest, { document_signatures: signed }: Signature) {
  return documents.filter(({ id }) => signed.some(({ document_id }) => document_id === id))
}

/** All signers as they are, but for where one of them signs a document. It never gives anyone another document to sign. */
export function placeCorrection(
  request: SignatureRequest,
  { sid, documentId, page, box }: CorrectedPlace,
): CorrectionBody {
  return {
    signatures: request.signatures.map((signature) => {
      const same = asItIs(signature)
      if (signature.sid !== sid) return same
      const before = placesOf(signature, documentId)
      const rotation = before[0]?.rotation ?? 0
      // It may show in several places; this is the first of them.
      const visual_signature = box && {
        positions: [{ page: String(page), ...box, rotation }, ...before.slice(1)],
      }
      const document_signatures = same.document_signatures?.map((one) =>
        one.document_id === documentId ? { ...one, visual_signature } : one,
      )
      return { ...same, document_signatures }
    }),
    updated_at: request.updated_at,
  }
}

/** Where someone signs a document now; null where that is not to be seen, or is a field of the document's own. */
export function placeNow(signature: Signature, documentId: string): { page: number; box: Box } | null {
  const [position] = placesOf(signature, documentId)
  if (!position) return null
  const { page, x, y, width, height } = position
  return { page: Number(page), box: { x, y, width, height } }
}

const placesOf = ({ document_signatures: placed }: Signature, documentId: string) =>
  placed.find(({ document_id }) => document_id === documentId)?.visual_signature?.positions ?? []

const usualSize = { width: 180, height: 60 }

/** The same box with its middle there, wholly on the page; of the usual size where there was none. */
export function boxAt(
  middle: { readonly x: number; readonly y: number },
  page: { readonly width: number; readonly height: number },
  before: Box | null,
): Box {
  const width = Math.min((before ?? usualSize).width, page.width)
  const height = Math.min((before ?? usualSize).height, page.height)
  const within = (value: number, largest: number) => Math.round(Math.min(Math.max(value, 0), largest))
  return {
    x: within(middle.x - width / 2, page.width - width),
    y: within(middle.y - height / 2, page.height - height),
    width,
    height,
  }
}

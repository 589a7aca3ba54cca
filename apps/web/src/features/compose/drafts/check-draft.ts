import { containsLink } from '@countersign/contract/plain-name.ts'
import { isEmail } from '#web/lib/forms/email-rule.ts'
import { isInternational } from '#web/lib/forms/phone.ts'
import { meantDay } from '#web/lib/language/day.ts'
import { documentsOf, type Draft, expiryOf, fieldOf, signsDocument } from './draft.ts'

/** What still keeps a draft from being sent. `step` is where one puts it right. */
export type Problem =
  | { readonly step: 'documents'; readonly code: 'no_documents' | 'uploading' }
  | { readonly step: 'people'; readonly code: 'no_signers' }
  /** Nobody signs it. */
  | { readonly step: 'people'; readonly code: 'document_unsigned'; readonly documentId: string }
  | {
      readonly step: 'people'
      readonly code:
        | 'email_missing'
        | 'email_wrong'
        | 'mobile_wrong'
        | 'name_missing'
        | 'name_wrong'
        | 'documents_missing'
      readonly signerKey: string
    }
  /** It is certified, and one of its signers has none of its own signature fields. */
  | { readonly step: 'fields'; readonly code: 'own_field_missing'; readonly documentId: string }
  | {
      readonly step: 'send'
      readonly code: 'title_missing' | 'expiry_past' | 'message_too_long' | 'places_missing'
    }

export const longestMessage = 4000
export const longestTitle = 200

function problemOfSigner(signer: Draft['signers'][number]): Problem[] {
  const signerKey = signer.key
  const problems: Problem[] = []
  if (signer.group) return problems
  if (signer.name.trim() === '') problems.push({ step: 'people', code: 'name_missing', signerKey })
  problems.push(...wrongName(signer))
  if (signer.email.trim() === '') problems.push({ step: 'people', code: 'email_missing', signerKey })
  else if (!isEmail(signer.email)) problems.push({ step: 'people', code: 'email_wrong', signerKey })
  const hasMobile = !signer.isMe && signer.mobile.trim() !== ''
  if (hasMobile && !isInternational(signer.mobile))
    problems.push({ step: 'people', code: 'mobile_wrong', signerKey })
  return problems
}

/** The service takes no name with an address or a link. */
function wrongName({ key: signerKey, group, name }: Draft['signers'][number]): Problem[] {
  return !group && containsLink(name) ? [{ step: 'people', code: 'name_wrong', signerKey }] : []
}

export function isExpiryPast(draft: Draft, now: Date): boolean {
  const expires = expiryOf(draft)
  return expires !== null && new Date(expires) <= now
}

function wrongExpiry(draft: Draft, now: Date): Problem[] {
  return isExpiryPast(draft, now) ? [{ step: 'send', code: 'expiry_past' }] : []
}

function wrongMessage({ message }: Draft): Problem[] {
  return message.length > longestMessage ? [{ step: 'send', code: 'message_too_long' }] : []
}

/** What the service refuses isn’t saved, and so is said at once. A day whose year is still being typed is none yet. */
export function refusedParts(draft: Draft, now: Date): Problem[] {
  const isDay = meantDay(draft.expiresOn) !== ''
  return [
    ...draft.signers.flatMap(wrongName),
    ...(isDay ? wrongExpiry(draft, now) : []),
    ...wrongMessage(draft),
  ]
}

/** Whether something that was typed isn’t saved with the rest: a name or a day that the service refuses. `saved`: the expiry there. */
export function leavesOut(draft: Draft, saved: string | null, now: Date): boolean {
  const isOtherDay = Date.parse(expiryOf(draft) ?? '') !== Date.parse(saved ?? '')
  return draft.signers.flatMap(wrongName).length > 0 || (isOtherDay && isExpiryPast(draft, now))
}

/** All that has to be put right before it is sent. */
export function problemsOf(draft: Draft, now: Date, uploading = false): Problem[] {
  const problems: Problem[] = []
  if (uploading) problems.push({ step: 'documents', code: 'uploading' })
  else if (draft.documentIds.length === 0) problems.push({ step: 'documents', code: 'no_documents' })
  if (draft.signers.length === 0) problems.push({ step: 'people', code: 'no_signers' })
  problems.push(...draft.signers.flatMap(problemOfSigner), ...problemsOfDocuments(draft))
  if (draft.title.trim() === '') problems.push({ step: 'send', code: 'title_missing' })
  problems.push(...wrongExpiry(draft, now), ...wrongMessage(draft))
  if (draft.quality === 'PART11' && !isPlacedEverywhere(draft))
    problems.push({ step: 'send', code: 'places_missing' })
  return problems
}

/** Each document is signed by someone, and the person who signs has something to sign. */
function problemsOfDocuments(draft: Draft): Problem[] {
  const { signers, documentIds } = draft
  if (signers.length === 0 || documentIds.length === 0) return []
  const idle = signers.filter((signer) => documentsOf(draft, signer).length === 0)
  const unsigned = documentIds.filter((id) => !signers.some((signer) => signsDocument(signer, id)))
  return [
    ...idle.map(({ key: signerKey }): Problem => ({ step: 'people', code: 'documents_missing', signerKey })),
    ...unsigned.map((documentId): Problem => ({ step: 'people', code: 'document_unsigned', documentId })),
  ]
}

/** Name, reason and time of such a signature have to be read on the page. */
function isPlacedEverywhere(draft: Draft): boolean {
  return draft.signers.every((signer) =>
    documentsOf(draft, signer).every((documentId) => fieldOf(draft, signer.key, documentId) !== undefined),
  )
}

/** The problems of one signer, for the fields. */
export function problemOf(
  problems: readonly Problem[],
  signerKey: string,
  field: 'name' | 'email' | 'documents',
) {
  return problems.find(
    (problem) =>
      'signerKey' in problem && problem.signerKey === signerKey && problem.code.startsWith(`${field}_`),
  )?.code
}

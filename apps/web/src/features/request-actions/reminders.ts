import type { Event, Signature, SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'

/** Whose turn it is, other than one's own: those who can be reminded, now or in a while. */
export function signersToRemind(request: SignatureRequest): Signature[] {
  if (!request.viewer.can.remind) return []
  return request.signatures.filter(
    ({ status_code, is_viewer, signer_group: group, signing }) =>
      status_code === 'OPEN' &&
      !(is_viewer && (group?.members.length ?? 1) === 1) &&
      signing?.status !== 'OPEN',
  )
}

/** When this signer may be reminded again; null: now. */
export function remindAgainAt(signature: Signature, now: Date): Date | null {
  if (signature.remind_again_at === null) return null
  const at = new Date(signature.remind_again_at)
  return at > now ? at : null
}

/** When a signer was reminded last, as the history tells it. */
export function lastReminderAt(events: readonly Event[], signature: Signature): string | null {
  const reminded = events.findLast(({ type, data }) => type === 'reminded' && names(data, signature))
  return reminded?.at ?? null
}

function names(data: Event['data'], signature: Signature): boolean {
  const ids = data['signatureIds']
  const emails = data['email']
  const isNamed = Array.isArray(ids) && ids.includes(signature.sid)
  // A signature that was delegated keeps its id: a reminder to the one before was not to this one.
  const own = signature.signer_group?.members.map(({ email }) => email) ?? [
    signature.signer_identity_data.email_address,
  ]
  return isNamed && Array.isArray(emails) && own.some((email) => emails.includes(email))
}

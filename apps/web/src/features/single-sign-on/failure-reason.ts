/** Why a sign-in through the company's provider failed, as the service says it in the address. */
export const failureReasons = [
  'cancelled',
  'expired',
  'provider_unavailable',
  'invalid_response',
  'wrong_domain',
  'email_unverified',
  'other_business',
] as const
export type FailureReason = (typeof failureReasons)[number]

/** A reason that nobody knows is read as an answer that could not be used. */
export function failureReason(search: URLSearchParams): FailureReason {
  const given = search.get('reason')
  return failureReasons.find((reason) => reason === given) ?? 'invalid_response'
}

/** Whether trying the same again may help; else someone has to change something first. */
export function mayTryAgain(reason: FailureReason): boolean {
  return !['wrong_domain', 'email_unverified', 'other_business'].includes(reason)
}

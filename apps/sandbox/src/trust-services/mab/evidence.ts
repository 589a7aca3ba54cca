import type { TrustServiceContext } from '../context.ts'
import { profileOf } from '../keys.ts'
import type { Subscriber } from '../subscribers.ts'
import { mabRefusals } from './errors.ts'
import type { Refusal } from './errors.ts'
import type { LoginHint } from './read-request.ts'

/** Whom a hint means; nobody where it has neither a number nor an email. */
export function subscriberOf(
  { subscribers }: TrustServiceContext,
  { mobile, email }: LoginHint,
): Subscriber | undefined {
  if (email) return subscribers.byEmail(email, mobile)
  return mobile ? subscribers.byMobile(mobile) : undefined
}

/** Why this person may not sign with this credential yet: each is settled by identifying them again. */
export function identificationNeeded(subscriber: Subscriber, credentialId: string): Refusal | undefined {
  const { evidence, serialNumber } = subscriber
  const legislation = profileOf(credentialId)?.legislation
  if (evidence.jurisdictions.length === 0) return mabRefusals.identification_required
  if (!legislation || !evidence.jurisdictions.includes(legislation)) return mabRefusals.invalid_jurisdiction
  return evidence.serialNumber === serialNumber ? undefined : mabRefusals.serial_number_mismatch
}

/** What WebFinger says of a serial number that is another one than at identification. */
export function mismatchOf({ evidence, serialNumber }: Subscriber): string | undefined {
  if (evidence.serialNumber === serialNumber) return undefined
  if (evidence.serialNumber.startsWith('MID')) return 'MISMATCH_MID'
  return serialNumber.startsWith('MID') ? 'MISMATCH_SAS_BUT_MID' : 'MISMATCH_SAS_CHANGE_SN'
}

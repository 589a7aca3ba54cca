import type { Participant } from '#api/platform/actor.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { domainOf } from '#api/platform/values/email-domain.ts'
import type { BusinessSettings } from '#api/business/businesses/business.ts'
import type { Context } from '#api/providers/context.ts'
import { findBusinessOf } from '#api/business/businesses/find-business-of.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { findNumberOfGuest } from '#api/signing/identifications/proof/verified-identity-repository.ts'
import { toE164 } from '@countersign/contract/e164.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { RequestedSigner } from '#api/signing/signature-requests/signers/group-signature.ts'
import { findSignerNumber } from '#api/signing/signer-numbers/repository.ts'
import { findProvenIdentities } from './verified-identity.ts'
import type { Signer } from './quality.ts'

/** What is known of the person who signs this: an account is itself everywhere, a guest what the sender said of them. */
export async function readSigner(
  context: Pick<Context, 'masterKey' | 'now'>,
  db: Reader,
  actor: Participant,
  requested: RequestedSigner,
): Promise<Signer> {
  if (actor.kind === 'account') {
    const account = await findAccount(db, actor.accountId)
    if (!account) throw new Refusal('auth.required')
    const signer = await readAccountSigner(db, account)
    // Their own is whatever was typed in an open session, without a password; the sender knows whom they ask.
    return { ...signer, mobile: numberOf(requested.mobile) ?? signer.mobile }
  }
  const { requestId, signatureId, memberId } = actor
  // Of a group's member the name is one piece.
  const [givenName, ...rest] = [requested.firstName, requested.lastName].filter(Boolean).join(' ').split(' ')
  return {
    givenName: (requested.lastName ? requested.firstName : givenName) || null,
    surname: requested.lastName ?? (rest.join(' ') || null),
    // What they gave themselves counts as well: here, or where they were identified.
    mobile:
      numberOf(requested.mobile) ??
      (await findSignerNumber(db, actor)) ??
      (await findNumberOfGuest(context, db, { requestId, signatureId, memberId }, context.now())),
    businessEmail: null,
    identities: await findProvenIdentities(db, { requestId, signatureId, memberId }),
    hasAcceptedTerms: false,
    isUnderPart11: false,
  }
}

/** An account as it signs, whatever it signs. */
export async function readAccountSigner(db: Reader, account: Account): Promise<Signer> {
  const business = await findBusinessOf(db, account.id)
  return {
    givenName: account.firstName || null,
    surname: account.lastName || null,
    mobile: account.mobile,
    businessEmail: isBusinessAddress(account.email, business?.settings) ? account.email : null,
    identities: await findProvenIdentities(db, { accountId: account.id }),
    hasAcceptedTerms: account.trustServiceTermsAcceptedAt !== null,
    isUnderPart11: business?.settings.part11.enabled ?? false,
  }
}

/** Their address, if their business vouches for it at this moment: not for a member who is locked. */
export async function findVouchedAddress(db: Reader, account: Account): Promise<string | null> {
  const membership = await findMembership(db, account.id)
  if (!membership || membership.lockedAt !== null) return null
  return isBusinessAddress(account.email, membership.business.settings) ? account.email : null
}

const numberOf = (typed: string | null): string | null => (typed ? toE164(typed) : null)

function isBusinessAddress(email: string, settings: BusinessSettings | undefined): boolean {
  return (
    settings?.aesForBusiness.enabled === true && settings.aesForBusiness.domains.includes(domainOf(email))
  )
}

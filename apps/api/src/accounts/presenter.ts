import type { DirectUser, User } from '@countersign/contract/accounts.ts'
import type { LinkActor } from '#api/actor.ts'
import type { Account } from './account.ts'

export function presentUser(account: Account): User {
  return {
    id: account.id,
    email: account.email,
    // An account is only ever made from a confirmed address.
    emailVerified: true,
    firstName: account.firstName,
    lastName: account.lastName,
    hasSso: false,
    signatureQualities: { ses: { any: true }, demo: { any: true } },
    attributes: {
      lang: account.language,
      mobile: account.mobile,
      acceptedGtc: account.termsAcceptedAt !== null,
      weakPassword: account.hasWeakPassword,
      celloUcc: account.celloUcc,
    },
  }
}

export function presentDirectUser(
  actor: LinkActor,
  name: { readonly firstName: string | null; readonly lastName: string | null },
  token: { readonly token: string; readonly expiresAt: Date },
): DirectUser {
  return {
    email: actor.email,
    firstName: name.firstName ?? '',
    lastName: name.lastName ?? '',
    attributes: { lang: actor.language },
    signatureId: actor.signatureId,
    signatureRequestId: actor.requestId,
    token: token.token,
    tokenExpiresAt: token.expiresAt.toISOString(),
  }
}

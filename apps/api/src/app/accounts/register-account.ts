import type { Language } from '@countersign/contract/values.ts'
import { foundBusiness, type Foundation, readFoundation } from '#api/business/businesses/found-business.ts'
import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { usesCompany } from '#api/identity/single-sign-on/business-provider.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { adoptSignatures } from '#api/signing/signature-requests/signers/adopt-signatures.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { checkPassword, weakPassword } from '#api/identity/accounts/passwords/check-password.ts'
import { findConfirmation } from '#api/identity/accounts/confirm-email.ts'
import { isTimeZone } from '#api/platform/values/time-zone.ts'
import { unknownTimeZone } from './refuse-wrong-settings.ts'
import { take } from '#api/identity/accounts/confirmation-repository.ts'
import { hashPassword } from '#api/identity/accounts/password-hash.ts'
import { add } from '#api/identity/accounts/repository.ts'

export interface Registration {
  readonly token: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
  readonly termsAccepted: boolean
  readonly language: Language
  readonly timeZone: string | null
  readonly mobile: string | null
  readonly celloUcc: string | null
  readonly address: string
  readonly userAgent: string
  /** Its own, founded with it. */
  readonly business: Omit<Foundation, 'termsAccepted' | 'ucc'> | null
}

/** Makes an account for the email that the token confirms, and gives it the signatures that wait for that email. */
export async function registerAccount(context: SessionsContext, given: Registration): Promise<Account> {
  const { email, accountId } = await findConfirmation(context, given.token, given.address)
  // A link that changes an account makes none.
  if (accountId) throw new Refusal('confirmation.invalid')
  await refuseCompanys(context, email)
  if (!given.termsAccepted) throw new Refusal('terms.not_accepted')
  if (given.timeZone !== null && !isTimeZone(given.timeZone))
    throw new Refusal('validation.failed', { fields: [unknownTimeZone('timeZone')] })
  const foundation =
    given.business && readFoundation({ ...given.business, termsAccepted: true, ucc: given.celloUcc })
  const problem = await checkPassword(context, given.password, { ...given, email })
  if (problem) throw weakPassword(problem)
  const passwordHash = await hashPassword(given.password)
  return transaction(context.db, async (tx) => {
    const now = context.now()
    // The token is used up here, and given back if anything below fails: two at once make one account.
    const confirmation = await take(tx, hashToken('confirmation', given.token), now)
    if (!confirmation) throw new Refusal('confirmation.invalid')
    const account = await add(tx, {
      ...given,
      email: confirmation.email,
      passwordHash,
      freePlan: context.config.freePlan,
      now,
    })
    if (!account) throw new Refusal('account.exists')
    await adoptSignatures(tx, account.id, account.email)
    if (foundation)
      await foundBusiness(tx, account, foundation, { at: now, actor: registered(account, given) })
    return account
  })
}

/** An account with an address of this domain is made by company sign-in. It is said of the domain, not of the address. */
export async function refuseCompanys(context: SessionsContext, email: string): Promise<void> {
  if (await usesCompany(context, context.db, email, null)) throw new Refusal('auth.company_sign_in_required')
}

/** Nobody is signed in yet: the actor is the new account. */
function registered(
  { id, email, firstName, lastName }: Account,
  { address, userAgent }: Registration,
): EventActor {
  const name = `${firstName} ${lastName}`.trim()
  return { kind: 'account', accountId: id, name, email, address, userAgent }
}

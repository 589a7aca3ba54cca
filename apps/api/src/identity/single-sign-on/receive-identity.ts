import { add, findByEmail } from '#api/identity/accounts/repository.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { linkTo, useIdentity } from './identity-repository.ts'
import { addReturn } from './repository.ts'
import { codeMinutes, languageOf, linkMinutes, namesOf } from './sign-on.ts'
import type { SignOnContext } from './sign-on-context.ts'

export interface ReceivedIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly locale: string | null
  readonly provider: string
  readonly acceptLanguage: string | undefined
}

/**
 * Someone is who the provider says: finds their account, or makes one, and leaves a one-time code for the page. An
 * account that has the email already is not connected: anyone who has it proves that first, by signing in to it.
 */
export async function receiveIdentity(
  context: SignOnContext,
  given: ReceivedIdentity,
): Promise<{ readonly code: string; readonly isLinked: boolean }> {
  const code = makeToken()
  return transaction(context.db, async (tx) => {
    const now = context.now()
    const accountId = (await useIdentity(tx, given, now)) ?? (await makeAccount(context, tx, given))
    const minutes = accountId === null ? linkMinutes : codeMinutes
    const expiresAt = new Date(now.getTime() + minutes * 60_000)
    const codeHash = hashToken('single_sign_on', code)
    await addReturn(tx, { ...given, codeHash, accountId, now, expiresAt })
    return { code, isLinked: accountId !== null }
  })
}

/** The terms are not accepted yet: that is asked for on the first visit. Null where the email has an account. */
async function makeAccount(
  context: SignOnContext,
  tx: Transaction,
  given: ReceivedIdentity,
): Promise<string | null> {
  const now = context.now()
  if (await findByEmail(tx, given.email)) return useIdentity(tx, given, now)
  const account = await add(tx, {
    ...namesOf(given),
    email: given.email,
    passwordHash: null,
    termsAccepted: false,
    language: languageOf(given.locale, given.acceptLanguage),
    mobile: null,
    celloUcc: null,
    freePlan: context.config.freePlan,
    now,
  })
  // Two tabs at once: the other one has made the account, and connected it.
  if (!account) return useIdentity(tx, given, now)
  const { isNew, accountId } = await linkTo(tx, given, account.id, now)
  if (!isNew) throw new Error(`the identity of the new account ${account.id} is that of ${accountId}`)
  await context.adoptSignatures(tx, account.id, account.email)
  return account.id
}

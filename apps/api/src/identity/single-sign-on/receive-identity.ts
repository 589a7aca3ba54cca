import { AccountLanguage } from '@countersign/contract/values.ts'
import { add, findByEmail, find } from '#api/identity/accounts/repository.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { enqueueSecurityNotice } from '#api/mail/enqueue-security-notice.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import { chooseLanguage } from '#api/platform/values/choose-language.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { lockForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import { giveUpEmailChange } from './link-identity.ts'
import { type BusinessProvider, isBusinessProvider, maySignIn } from './business-provider.ts'
import { linkTo, useIdentity } from './identity-repository.ts'
import { addReturn } from './repository.ts'
import { codeMinutes, isAuthorityFor, linkMinutes, namesOf } from './sign-on.ts'
import type { SignOnContext } from './sign-on-context.ts'

export interface ReceivedIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly locale: string | null
  readonly acceptLanguage: string | undefined
  readonly address: string
  readonly userAgent: string
}

type Received =
  | { readonly failure: 'other_business' | 'wrong_domain' }
  | { readonly failure: null; readonly code: string; readonly isLinked: boolean }

/**
 * Someone is who the provider says: finds their account, or makes one, and leaves a one-time code for the page. An
 * account that has the email already is not connected: anyone who has it proves that first, by signing in to it. The
 * members of a business are connected by the provider of their business.
 */
export async function receiveIdentity(
  context: SignOnContext,
  provider: IdentityProvider,
  given: ReceivedIdentity,
): Promise<Received> {
  const code = makeToken()
  return transaction(context.db, async (tx) => {
    const now = context.now()
    const accountId = await findAccount(context, tx, provider, given)
    if (typeof accountId === 'object' && accountId !== null) return accountId
    const minutes = accountId === null ? linkMinutes : codeMinutes
    const expiresAt = new Date(now.getTime() + minutes * 60_000)
    const codeHash = hashToken('single_sign_on', code)
    const providerRevision = isBusinessProvider(provider) ? provider.revision : null
    const { issuer, subject, email } = given
    const { name } = provider
    await addReturn(tx, {
      ...{ issuer, subject, email, provider: name, providerRevision },
      ...{ codeHash, accountId, now, expiresAt },
    })
    return { failure: null, code, isLinked: accountId !== null }
  })
}

/** Null where the email has an account that has to be proved first. */
async function findAccount(
  context: SignOnContext,
  tx: Transaction,
  provider: IdentityProvider,
  given: ReceivedIdentity,
): Promise<string | null | Extract<Received, { failure: string }>> {
  const linkedId = await useIdentity(tx, given, context.now())
  if (!isBusinessProvider(provider)) return linkedId ?? (await makeAccount(context, tx, given))
  const linked = linkedId === null ? null : await find(tx, linkedId)
  const account = linked ?? (await findByEmail(tx, given.email))
  if (account && !(await maySignIn(context, tx, provider, account))) return { failure: 'other_business' }
  if (linked) return linked.id
  // While the record is missing, the domain may be someone else's already: nothing new comes of it.
  if (!isAuthorityFor({ domains: provider.provedDomains }, given.email)) return { failure: 'wrong_domain' }
  if (!account) return makeAccount(context, tx, given)
  return linkMember(context, tx, provider, { account, given })
}

/** The business answers for its members: it could remove the account or take over its documents as well. Null for anyone else. */
async function linkMember(
  context: SignOnContext,
  tx: Transaction,
  provider: BusinessProvider,
  { account, given }: { readonly account: Account; readonly given: ReceivedIdentity },
): Promise<string | null> {
  await lockForNoKeyUpdate(tx, account.id)
  // They may have left at this very moment.
  if ((await context.findBusinessOfAccount(tx, account.id)) !== provider.businessId) return null
  const { accountId, isNew } = await linkTo(tx, given, account.id, context.now())
  if (accountId !== account.id) throw new Error(`the identity of ${account.id} is that of ${accountId}`)
  await giveUpEmailChange(tx, account.id, context.now())
  if (isNew) await enqueueSecurityNotice(context, tx, account, 'identity_linked', given, provider.name)
  return account.id
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
    language: chooseLanguage(AccountLanguage.options, given.locale, given.acceptLanguage),
    timeZone: null,
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

import { lockByEmailForShare } from '#api/identity/accounts/lock-repository.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Language, Observer } from '#api/signing/signature-requests/signature-request.ts'
import { languagesOf } from './repository.ts'

/**
 * Anyone who has an account of that email looks on as that account, and is written to in its language: once, though they
 * were let in by another email before.
 */
export async function findObserversAccounts(
  tx: Transaction,
  observers: readonly Observer[],
): Promise<readonly Observer[]> {
  const emails = observers.filter(({ accountId }) => accountId === null).map(({ email }) => email)
  const accounts = await lockByEmailForShare(tx, emails)
  if (accounts.size === 0) return observers
  const languages = await languagesOf(tx, [...accounts.values()])
  const known = observers.map((observer) => {
    const accountId = observer.accountId ?? accounts.get(observer.email) ?? null
    if (accountId === observer.accountId) return observer
    const language = (accountId && languages.get(accountId)) || observer.language
    return { ...observer, accountId, language: language as Language }
  })
  const ids = known.map(({ accountId }) => accountId)
  return known.filter(({ accountId }, index) => accountId === null || ids.indexOf(accountId) === index)
}

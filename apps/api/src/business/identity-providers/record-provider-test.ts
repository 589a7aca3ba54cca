import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { findMembership, lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { TestResult } from '#api/identity/single-sign-on/business-provider.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import * as repository from './repository.ts'

/** Records the result of a test, if the settings are still those that were tested, and the tester is still an admin. */
export async function recordProviderTest(
  context: Pick<Context, 'db' | 'now'>,
  test: {
    readonly revision: string
    readonly testerId: string
    readonly result: TestResult
    readonly email: string | null
  },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const membership = await findMembership(tx, test.testerId)
    const account = await findAccount(tx, test.testerId)
    if (!account || membership?.role !== 'admin') return
    const { id } = membership.business
    await lockForNoKeyUpdate(tx, id)
    const provider = await repository.find(tx, id)
    if (provider?.revision !== test.revision) return
    const at = context.now()
    await repository.saveTest(tx, id, { ...test, testedAt: at })
    const name = `${account.firstName} ${account.lastName}`.trim()
    const { email, id: accountId } = account
    await appendBusinessEvent(tx, id, {
      type: 'identity_provider_tested',
      at,
      actor: { kind: 'account', accountId, name, email, address: null, userAgent: null },
      data: { issuer: provider.issuer, result: test.result },
    })
  })
}

import { hasThisIdentity } from '#api/identity/single-sign-on/identity-repository.ts'
import type { Participant } from '#api/platform/actor.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { recordWrongProof } from './record-wrong-proof.ts'
import { give, isOpen } from './reauthenticate.ts'
import { reauthenticateRules } from './reauthenticate-approval.ts'
import { countTry } from './reauthenticate-repository.ts'
import { findApproval } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'
import type { Reauthentication } from '#api/identity/single-sign-on/sign-on-context.ts'

/**
 * The browser is back from the company's provider. The approval is given where the provider has just asked the very
 * person whose account it is; someone else of that company counts as a wrong proof.
 */
export async function finishReauthentication(context: Context, back: Reauthentication): Promise<void> {
  const { approvalId, identity } = back
  const approval = await findApproval(context.db, approvalId)
  if (!identity || !approval?.account_id || !isOpen(context, approval)) return
  if (await hasThisIdentity(context.db, approval.account_id, identity))
    return give(context, { approvalId, revision: back.revision }, { from: back, method: 'sso' }).catch(
      (error: unknown) => {
        // The page that the browser returns to shows why. What broke was not decided: the caller answers with that.
        if (!(error instanceof Refusal)) throw error
        context.log.info({ err: error, approvalId }, 'a proof came when nothing could be signed with it')
      },
    )
  const actor = await actorOf(context, approval.account_id, back)
  if (!actor) return
  await transaction(context.db, async (tx) => {
    if (!isOpen(context, await lockApproval(tx, approvalId))) return
    const isLast = (await countTry(tx, approvalId)) >= reauthenticateRules.attempts
    await recordWrongProof(context, tx, { approvalId, actor, method: 'sso', isLast })
  })
}

/** The signing is theirs, anyone who was at the provider. */
async function actorOf(
  context: Context,
  accountId: string,
  { address, userAgent }: Reauthentication,
): Promise<Extract<Participant, { kind: 'account' }> | null> {
  const account = await findAccount(context.db, accountId)
  if (!account) return null
  const { email, language } = account
  const name = `${account.firstName} ${account.lastName}`.trim()
  return { kind: 'account', accountId, sessionId: '', email, name, language, address, userAgent }
}

import type { AccountActor } from '#api/platform/actor.ts'
import { businessProviders } from '#api/business/identity-providers/provider-of-domain.ts'
import { provePassword } from '#api/identity/accounts/prove-password.ts'
import { usesCompany } from '#api/identity/single-sign-on/business-provider.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { isUnderPart11 } from '#api/signing/part11/is-under-part11.ts'
import { failApproval } from '../fail-approval.ts'
import { type Confirmation, giveApproval } from '../give-approval.ts'
import { forgetWrongProofs, recordWrongProof } from './record-wrong-proof.ts'
import { reauthenticateRules } from './reauthenticate-approval.ts'
import { countTry, forgiveTry } from './reauthenticate-repository.ts'
import type { Approval } from '../repository.ts'
import { lockApproval } from '../lock-approval.ts'
import { findOwn } from '../statuses-of.ts'

export interface Proof {
  readonly password: string
  /** Of the step that was shown. */
  readonly revision?: number | undefined
}

/**
 * Proves again who one is, by password (21 CFR 11.200). A try counts before the password is looked at, which takes long
 * and holds nothing up: however many come at once, no more are looked at than may be. After the last wrong one the
 * signing is over, and the administrators of the business are told. Where the business requires company sign-in, no
 * password proves anything: it signs nobody in, and nobody makes it expire (21 CFR 11.300 (b)).
 */
export async function reauthenticate(
  context: Context,
  actor: AccountActor,
  approvalId: string,
  { password, revision }: Proof,
): Promise<void> {
  const { id } = await findOwn(context, actor, approvalId)
  await refusePasswordOfCompany(context, actor)
  const { tries, revision: proved } = await beginTry(context, id, revision)
  const proof = await provePassword(context, actor.accountId, password).catch((error: unknown) => error)
  const method = 'password'
  if (typeof proof === 'string')
    return give(context, { approvalId: id, revision: proved }, { from: actor, method })
  if (proof instanceof Refusal && proof.key === 'password.wrong') {
    const isLast = tries >= reauthenticateRules.attempts
    await transaction(context.db, (tx) =>
      recordWrongProof(context, tx, { approvalId: id, actor, method, isLast }),
    )
  }
  // Asked too often, or something broke: nothing was looked at, so it does not count here.
  else await transaction(context.db, (tx) => forgiveTry(tx, id))
  throw proof
}

async function refusePasswordOfCompany(
  context: Context,
  { accountId: id, email }: AccountActor,
): Promise<void> {
  if ((await usesCompany(businessProviders(context), context.db, email, { id })) === 'account')
    throw new Refusal('auth.company_sign_in_required')
}

async function beginTry(context: Context, approvalId: string, revision: number | undefined) {
  const begun = await transaction(context.db, async (tx) => {
    const approval = await lockApproval(tx, approvalId)
    if (!isOpen(context, approval)) return null
    // Another tab has submitted something else since: nobody signs what they were not shown (21 CFR 11.50).
    if (revision !== undefined && revision !== approval.revision) throw new Refusal('signing.changed')
    return { tries: await countTry(tx, approvalId), revision: approval.revision }
  })
  if (begun === null) throw new Refusal('approval.over')
  return begun
}

export function isOpen(context: Context, approval: Approval | null): approval is Approval {
  return (
    approval?.kind === 'REAUTHENTICATE' &&
    approval.status === 'OPEN' &&
    approval.expires_at > context.now() &&
    approval.failures < reauthenticateRules.attempts
  )
}

/**
 * The proof was good: the signatures are executed at this instant, of what was submitted in that revision and nothing else.
 * Someone whose business has removed or locked them since they began, or has turned Part 11 off, signs nothing
 * (21 CFR 11.10 (g)).
 */
export async function give(
  context: Context,
  { approvalId, revision }: { readonly approvalId: string; readonly revision: number | null },
  confirmation: Confirmation,
): Promise<void> {
  const refusal = await transaction(context.db, async (tx) => {
    const approval = await lockApproval(tx, approvalId)
    if (!approval) return 'approval.over'
    if (approval.revision !== revision) throw new Refusal('signing.changed')
    if (approval.status === 'OPEN' && !(await isUnderPart11(tx, approval.account_id))) {
      await failApproval(context, tx, approvalId, 'signing.quality_unavailable')
      return 'signing.quality_unavailable'
    }
    if (!(await giveApproval(context, tx, approvalId, confirmation))) return 'approval.over'
    if (approval.account_id) await forgetWrongProofs(tx, approval.account_id)
    return null
  })
  if (refusal) throw new Refusal(refusal)
}

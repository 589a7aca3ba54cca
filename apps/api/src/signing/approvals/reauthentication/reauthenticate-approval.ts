import type { SigningStep } from '@countersign/contract/signature-request-shapes.ts'
import { businessProviders } from '#api/business/identity-providers/provider-of-domain.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { maySignIn } from '#api/identity/single-sign-on/business-provider.ts'
import type { Context } from '#api/providers/context.ts'
import type { Reader, Transaction } from '#api/platform/db/transaction.ts'
import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { ApprovalOrder } from '../approval-order.ts'
import { issuersOf } from './reauthenticate-repository.ts'
import { type Approval, insertApproval } from '../repository.ts'

/** Minutes to prove oneself, and wrong proofs until it is over (21 CFR 11.200, 11.300). */
export const reauthenticateRules = { minutes: 10, attempts: 5 } as const

/** Opens an approval by a new proof of who one is. */
export async function openReauthenticateApproval(
  context: Context,
  tx: Transaction,
  { plan, actor, language }: ApprovalOrder,
): Promise<string> {
  if (actor.kind !== 'account') throw new Refusal('signing.quality_unavailable')
  const expiresAt = new Date(context.now().getTime() + reauthenticateRules.minutes * 60_000)
  const { service } = plan
  const kind = 'REAUTHENTICATE'
  return insertApproval(tx, { kind, step: kind, actor, language, service, expiresAt })
}

/** What the signer is shown of it. */
export async function reauthenticateStep(context: Context, approval: Approval): Promise<SigningStep> {
  const provider = approval.account_id ? await providerOf(context, context.db, approval.account_id) : null
  return {
    kind: 'REAUTHENTICATE',
    id: approval.id,
    url: null,
    expiresAt: approval.expires_at.toISOString(),
    attemptsLeft: Math.max(0, reauthenticateRules.attempts - approval.failures),
    resendsLeft: null,
    resendAt: null,
    destination: null,
    method: provider ? 'sso' : 'password',
    revision: approval.revision,
  }
}

/** The company at whose sign-in this account proves itself; null: by its password. */
export async function providerOf(
  context: Context,
  db: Reader,
  accountId: string,
): Promise<IdentityProvider | null> {
  const issuers = await issuersOf(db, accountId)
  const operators = context.config.identityProviders.find(({ issuer }) => issuers.includes(issuer))
  if (operators || issuers.length === 0) return operators ?? null
  const account = await findAccount(db, accountId)
  const businesses = businessProviders(context)
  const own = account && (await businesses.findProviderFor(db, account.email))
  if (!own || !issuers.includes(own.issuer)) return null
  return (await maySignIn(businesses, db, own, account)) ? own : null
}

import type { Context } from '#api/providers/context.ts'
import { readQualities } from '#api/signing/qualities/quality-details.ts'
import { hasSecondFactor } from '#api/identity/second-factors/repository.ts'
import { listVersions } from '#api/signing/signer-groups/repository.ts'
import { hasIdentity } from '#api/identity/single-sign-on/identity-repository.ts'
import { isInvited } from '#api/business/members/answer-invitation.ts'
import { findFreePlan } from '#api/billing/usage/free-plan.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import type { AccountTies } from '#api/identity/accounts/presenter.ts'
import { findVisualPermissions } from '#api/business/businesses/rights.ts'

export async function findTies(context: Context, account: Account): Promise<AccountTies> {
  const [identity, factor, groups, { signatureQualities }, invited, visualSignatures, freePlan] =
    await Promise.all([
      hasIdentity(context.db, account.id),
      hasSecondFactor(context.db, account.id),
      listVersions(context.db, { accountId: account.id }),
      readQualities(context, account),
      isInvited(context.db, account.id, account.email, context.now()),
      findVisualPermissions(context.db, account.id),
      findFreePlan(context, account.id),
    ])
  return {
    hasSso: identity,
    hasSecondFactor: factor,
    groups,
    signatureQualities,
    isInvited: invited,
    visualSignatures,
    freePlan,
  }
}

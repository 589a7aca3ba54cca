import type { Context } from '#api/context.ts'
import { readQualities } from '#api/qualities/quality-details.ts'
import { hasSecondFactor } from '#api/second-factors/repository.ts'
import { listVersions } from '#api/signer-groups/repository.ts'
import { hasIdentity } from '#api/single-sign-on/identity-repository.ts'
import { isInvited } from '#api/members/answer-invitation.ts'
import { findFreePlan } from '#api/usage/free-plan.ts'
import type { Account } from './account.ts'
import type { AccountTies } from './presenter.ts'
import { findVisualPermissions } from './rights.ts'

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

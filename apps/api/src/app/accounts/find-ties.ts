import type { SessionsContext } from '#api/identity/sessions/sessions-context.ts'
import { readQualities } from '#api/signing/qualities/quality-details.ts'
import { hasSecondFactor } from '#api/identity/second-factors/repository.ts'
import { listVersions } from '#api/signing/signer-groups/repository.ts'
import { usesCompany } from '#api/identity/single-sign-on/business-provider.ts'
import { isConnected } from '#api/identity/single-sign-on/connection.ts'
import { isInvited } from '#api/business/members/answer-invitation.ts'
import { findFreePlan } from '#api/billing/usage/free-plan.ts'
import type { Account } from '#api/identity/accounts/account.ts'
import { hasGood } from '#api/identity/accounts/confirmation-repository.ts'
import type { AccountTies } from '#api/identity/accounts/presenter.ts'
import { findVisualPermissions } from '#api/business/businesses/rights.ts'

export async function findTies(context: SessionsContext, account: Account): Promise<AccountTies> {
  const [identity, company, factor, groups, { signatureQualities }, invited, visualSignatures, freePlan] =
    await Promise.all([
      isConnected(context, context.db, account),
      usesCompany(context, context.db, account.email, account),
      hasSecondFactor(context.db, account.id),
      listVersions(context.db, { accountId: account.id }),
      readQualities(context, account),
      isInvited(context.db, account.id, account.email, context.now()),
      findVisualPermissions(context.db, account.id),
      findFreePlan(context, account.id),
    ])
  const isRequired = company === 'account'
  return {
    hasSso: identity,
    isCompanySignInRequired: isRequired,
    pendingEmail: isRequired ? null : await findPendingEmail(context, account),
    hasSecondFactor: factor,
    groups,
    signatureQualities,
    isInvited: invited,
    visualSignatures,
    freePlan,
  }
}

/** The new email, as long as a link that was mailed to it can still be opened. */
async function findPendingEmail(context: SessionsContext, account: Account): Promise<string | null> {
  const { id: accountId, pendingEmail: email } = account
  if (email === null) return null
  const isGood = await hasGood(context.db, { accountId, email, flow: 'email' }, context.now())
  return isGood ? email : null
}

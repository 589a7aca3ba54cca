import { billingView } from '#api/billing/subscriptions/presenter.ts'
import { planLimits } from '#api/billing/usage/refuse-feature.ts'
import type { BillingView, PlanLimits } from '#api/business/businesses/billing-steps.ts'
import { findVisualPermissions } from '#api/business/businesses/rights.ts'
import { businessProviders } from '#api/business/identity-providers/provider-of-domain.ts'
import { leadToProviderTest } from '#api/business/identity-providers/test-identity-provider.ts'
import type { MembersContext } from '#api/business/members/members-context.ts'
import type { DocumentContext } from '#api/documents/documents/document-context.ts'
import type { VisualContext } from '#api/documents/visual-signatures/permissions.ts'
import type { SignOnContext } from '#api/identity/single-sign-on/sign-on-context.ts'
import type { Context } from '#api/providers/context.ts'
import { finishReauthentication } from '#api/signing/approvals/reauthentication/finish-reauthentication.ts'
import { leadToReauthentication } from '#api/signing/approvals/reauthentication/start-reauthentication.ts'
import { adoptSignatures } from '#api/signing/signature-requests/signers/adopt-signatures.ts'
import { appendEvent } from '#api/signing/signature-requests/append-event.ts'
import { isInTemplate } from '#api/signing/templates/repository.ts'
import { countOwnedContent } from '#api/app/ownership-transfer/count-owned-content.ts'
import { transferOwnedContent } from './ownership-transfer/transfer-owned-content.ts'

type Steps = SignOnContext & DocumentContext & VisualContext & MembersContext & PlanLimits & BillingView

/** The context with the steps of higher contexts that lower ones need: each of these declares its own as an interface. */
export function withSteps(context: Context): Steps {
  const steps: Steps = {
    ...context,
    ...businessProviders(context),
    adoptSignatures,
    leadToReauthentication: (given) => leadToReauthentication(context, given),
    finishReauthentication: (back) => finishReauthentication(context, back),
    isInTemplate,
    appendEvent,
    findVisualPermissions,
    countOwnedContent,
    transferOwnedContent,
    ...planLimits(context),
    ...billingView(context),
    leadToProviderTest: (token) => leadToProviderTest(steps, token),
  }
  return steps
}

import { type Command, UsageError } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { providerForNew } from '#api/billing/subscriptions/provider-refusal.ts'
import { reportRefusals } from './change-billing.ts'
import { compareWithProviders } from './compare-with-providers.ts'
import { listOverdue } from './list-overdue.ts'

/** What an operator has to look at. Throws NotDone with the list, so that the exit status is 1. */
export const checkBilling: Command = async (context, _, given) => {
  if (given.length > 0) throw new UsageError()
  await reportRefusals('billing', async () => providerForNew(context))
  const { checked, differences } = await compareWithProviders(context)
  const findings = [...differences, ...(await listOverdue(context))]
  if (findings.length > 0) throw new NotDone(findings.join('\n'))
  return `Billing is in order: ${checked} ${checked === 1 ? 'business' : 'businesses'} compared with the payment provider.`
}

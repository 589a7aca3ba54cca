import { canonicalEmail } from '@countersign/contract/email.ts'
import { type Command, need, UsageError } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { offerMigration } from '#api/identity/accounts/free-plan-repository.ts'

/** Offers the new free plan to personal accounts that still have the old one. */
export const offerFreeMigration: Command = async (context, { all }, [email]) => {
  if ((all === true) === (email !== undefined)) throw new UsageError()
  const address = all === true ? null : canonicalEmail(need(email))
  const offered = await offerMigration(context.db, address, context.now())
  if (address === null)
    return `${offered} ${offered === 1 ? 'account is' : 'accounts are'} offered the new free plan.`
  if (offered === 0)
    throw new NotDone(
      `${address} is no account without a business that has the old free plan and no offer yet.`,
    )
  return `${address} is offered the new free plan.`
}

import { type Command, need, type Reached, UsageError } from '#api/business/businesses/command.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'

/** Offers the new free plan to personal accounts that still have the old one. */
export const offerFreeMigration: Command = async (context, { all }, [email]) => {
  if ((all === true) === (email !== undefined)) throw new UsageError()
  const address = all === true ? null : need(email).toLowerCase()
  const offered = await offer(context, address)
  if (address === null)
    return `${offered} ${offered === 1 ? 'account is' : 'accounts are'} offered the new free plan.`
  if (offered === 0)
    throw new NotDone(
      `${address} is no account without a business that has the old free plan and no offer yet.`,
    )
  return `${address} is offered the new free plan.`
}

async function offer({ db, now }: Reached, email: string | null): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ free_migration_offered_at: now() })
    .where('free_account_type', '=', 'free_legacy')
    .where('free_migration_offered_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('business_members')
            .select('business_members.account_id')
            .whereRef('business_members.account_id', '=', 'accounts.id'),
        ),
      ),
    )
    .$if(email !== null, (query) => query.where('email', '=', email ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

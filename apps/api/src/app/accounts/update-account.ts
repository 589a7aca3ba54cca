import type { AccountActor } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { type Reader, transaction } from '#api/platform/db/transaction.ts'
import { canSignWith } from '#api/signing/qualities/quality-details.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { type Account, type AccountChange, type ImmutableField } from '#api/identity/accounts/account.ts'
import { askForEmail } from './change-user-email.ts'
import { lockOwnAccount } from '#api/identity/accounts/lock-own-account.ts'
import { updateSettings } from '#api/identity/accounts/settings-repository.ts'
import { notifyOfNumber } from '#api/identity/accounts/notify-of-number.ts'

/** Changes the settings at once; a new email only begins to change here. */
export async function updateAccount(
  context: Context,
  actor: AccountActor,
  given: AccountChange,
): Promise<Account> {
  const { email, password, ...settings } = given
  const current = await transaction(context.db, async (tx) => {
    const account = await lockOwnAccount(tx, actor.accountId)
    await refuseWrong(context, tx, account, settings)
    if (email !== undefined) return { account, settled: null }
    const settled = await updateSettings(tx, account.id, settings)
    await notifyOfNumber(context, tx, { before: account, after: settled, actor })
    return { account, settled }
  })
  if (current.settled || email === undefined) return current.settled ?? current.account
  // The password is proved outside of any transaction; nothing is changed unless it is right.
  return askForEmail(context, actor, { email, password, settings })
}

/** Each setting that this account may not have, at once. */
async function refuseWrong(
  context: Context,
  db: Reader,
  account: Account,
  given: AccountChange,
): Promise<void> {
  const wrong: WrongField[] = (['firstName', 'lastName', 'mobile'] as const).flatMap((field) =>
    isProved(account, field, given[field])
      ? [{ field: pathOf(field), code: 'immutable', message: 'An identification has proved this' }]
      : [],
  )
  const { defaultQuality } = given
  if (defaultQuality && !(await canSignWith(context, db, { ...account, ...numberIn(given) }, defaultQuality)))
    wrong.push({
      field: 'attributes.defaultQuality',
      code: 'not_available',
      message: 'The account cannot sign with this quality yet',
    })
  // Signatures show it, so it has to be an address that was confirmed: the account's own is the one there is.
  if (given.signerIdentityEmail && given.signerIdentityEmail !== account.email)
    wrong.push({
      field: 'attributes.signerIdentityEmail',
      code: 'not_confirmed',
      message: 'This address is not confirmed',
    })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
}

/** What is given in the same call counts already. */
function numberIn({ mobile }: AccountChange): { mobile?: string | null } {
  return mobile === undefined ? {} : { mobile }
}

function isProved(account: Account, field: ImmutableField, value: string | null | undefined): boolean {
  return account.immutableFields.includes(field) && value !== undefined && value !== account[field]
}

function pathOf(field: ImmutableField): string {
  return field === 'mobile' ? 'attributes.mobile' : field
}

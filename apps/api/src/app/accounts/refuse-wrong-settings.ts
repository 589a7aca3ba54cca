import type { Context } from '#api/providers/context.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import { isTimeZone } from '#api/platform/values/time-zone.ts'
import type { Account, AccountChange, ImmutableField } from '#api/identity/accounts/account.ts'
import { canSignWith } from '#api/signing/qualities/quality-details.ts'

/** Each setting that this account may not have, at once. */
export async function refuseWrongSettings(
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
  if (typeof given.timeZone === 'string' && !isTimeZone(given.timeZone))
    wrong.push(unknownTimeZone('attributes.timeZone'))
  // Signatures show it, so it has to be an address that was confirmed: the account's own is the one there is.
  if (given.signerIdentityEmail && given.signerIdentityEmail !== account.email)
    wrong.push({
      field: 'attributes.signerIdentityEmail',
      code: 'not_confirmed',
      message: 'This address is not confirmed',
    })
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
}

export const unknownTimeZone = (field: string): WrongField => ({
  field,
  code: 'unknown',
  message: 'There is no such time zone',
})

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

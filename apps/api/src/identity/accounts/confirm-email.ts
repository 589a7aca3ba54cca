import type { Language } from '@countersign/contract/values.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { countFailure, refuseThrottled } from '#api/identity/throttles/count-failures.ts'
import { hashToken, makeToken } from '#api/identity/sessions/token.ts'
import { type ConfirmationFlow, confirmationHours, confirmationPath } from './account.ts'
import { add, type Confirmation, findGood } from './confirmation-repository.ts'
import { findByEmail } from './repository.ts'

const emailLimit = { failures: 5, seconds: 3600 }
const addressLimit = { failures: 100, seconds: 3600 }

/**
 * Mails a confirmation link, or to the holder of an account the news that there is one. Both are the same work and
 * the same answer, so that nobody but the mailbox learns which it was.
 */
export async function requestConfirmation(
  context: Context,
  given: {
    readonly email: string
    readonly flow: ConfirmationFlow
    readonly language: Language
    /** Of the browser. */
    readonly timeZone: string | undefined
    readonly path: string | undefined
    readonly address: string
  },
): Promise<void> {
  await refuseTooManyMails(context, 'confirmation', given)
  const token = makeToken()
  const now = context.now()
  const expiresAt = new Date(now.getTime() + confirmationHours * 3_600_000)
  await transaction(context.db, async (tx) => {
    const account = await findByEmail(tx, given.email)
    // The token of someone who has an account is written like any other and told to nobody.
    const tokenHash = hashToken('confirmation', token)
    await add(tx, { ...given, accountId: null, tokenHash, now, expiresAt })
    await enqueueMail(
      context,
      tx,
      account
        ? {
            kind: 'account_exists',
            recipient: account.email,
            language: account.language,
            // An account has its own way to a business.
            input: given.flow === 'business' ? { path: '/business/register' } : {},
          }
        : {
            kind: 'confirmation',
            recipient: given.email,
            language: given.language,
            timeZone: given.timeZone,
            input: {
              path: confirmationPath(given.flow, given.path),
              token,
              expiresAt: expiresAt.toISOString(),
            },
          },
    )
  })
}

/** So many mails an address may be sent, and so many someone may have sent, within an hour. */
export async function refuseTooManyMails(
  context: Context,
  about: 'confirmation' | 'reset' | 'email-change',
  given: { readonly email: string; readonly address: string },
): Promise<void> {
  const [byEmail, byAddress] = await Promise.all([
    countFailure(context, `${about}:email:${given.email}`, emailLimit),
    countFailure(context, `${about}:address:${networkOf(given.address)}`, addressLimit),
  ])
  refuseThrottled(byEmail ?? byAddress)
}

// A guess has 256 bits to hit; counting them shows who tries.
const attemptLimit = { failures: 30, seconds: 900 }

/** Whose confirmation this token is. Does not use it up. */
export async function findConfirmation(
  context: Context,
  token: string,
  address: string,
): Promise<Confirmation> {
  const found = await findGood(context.db, hashToken('confirmation', token), context.now())
  if (found) return found
  refuseThrottled(await countFailure(context, `confirmation:guess:${networkOf(address)}`, attemptLimit))
  throw new Refusal('confirmation.invalid')
}

import { adoptSignatures } from '#api/signing/signature-requests/signers/adopt-signatures.ts'
import { hashPassword } from '#api/identity/accounts/password-hash.ts'
import { add } from '#api/identity/accounts/repository.ts'
import { openSession } from '#api/identity/sessions/open-session.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { type NewPerson, newPerson, type Person } from './caller.ts'

let passwordHash: Promise<string> | undefined

/**
 * Someone with an account who is signed in, as registration and sign-in leave them, without the emails, the pages and
 * the two password hashes that these take; `signUp` is the way through the front door, for tests that are about it.
 */
export async function anAccount(context: Context, given: NewPerson): Promise<Person> {
  const person = newPerson(given)
  passwordHash ??= hashPassword(person.password)
  const hash = await passwordHash
  const session = await transaction(context.db, async (tx) => {
    const account = await add(tx, {
      ...person,
      passwordHash: hash,
      language: given.lang ?? 'en',
      timeZone: given.timeZone ?? null,
      mobile: null,
      celloUcc: null,
      freePlan: context.config.freePlan,
      termsAccepted: true,
      now: context.now(),
    })
    if (!account) throw new Error(`${person.email} has an account already`)
    await adoptSignatures(tx, account.id, account.email)
    const from = { address: '127.0.0.1', userAgent: 'node', isKnown: false }
    return openSession(context, tx, { accountId: account.id, method: 'password', ...from })
  })
  return { ...person, as: `Bearer ${session.token}` }
}

import { canonicalEmail } from '@countersign/contract/email.ts'
import * as accounts from '#api/identity/accounts/repository.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import type { Editor } from '#api/signing/signature-requests/signature-request.ts'

interface GivenEditors {
  readonly creator?: string | null | undefined
  readonly write_access?: readonly string[] | null | undefined
}

/**
 * Who gets full access besides the owner, who is answered among them: members of the API user's business, and nobody else, for
 * whether there is an account of an email elsewhere isn't told. Undefined where the call says nothing of it.
 */
export async function readEditors(
  db: Reader,
  actor: ApiUserActor,
  owner: { readonly email: string },
  { creator, write_access: writers }: GivenEditors,
): Promise<Editor[] | undefined> {
  if (creator == null && writers == null) return undefined
  const named = [
    ...(creator == null ? [] : [{ field: 'creator', email: creator }]),
    ...(writers ?? []).map((email, index) => ({
      field: `write_access.${index}`,
      email: canonicalEmail(email),
    })),
  ].filter(({ email }) => email !== owner.email)
  const [editors, wrong]: [Map<string, Editor>, WrongField[]] = [new Map(), []]
  for (const { field, email } of named) {
    const account = await accounts.findByEmail(db, email)
    const membership = account && (await findMembership(db, account.id))
    if (account && membership?.business.id === actor.businessId)
      editors.set(account.id, { accountId: account.id, email: account.email })
    else wrong.push({ field, code: 'unknown', message: 'Not a member of your business' })
  }
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return [...editors.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

import { canonicalEmail } from '@countersign/contract/email.ts'
import * as accounts from '#api/identity/accounts/repository.ts'
import { find as findApiUser } from '#api/business/api-users/repository.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { ApiUserActor } from '#api/platform/actor.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { Refusal, type WrongField } from '#api/platform/refusal.ts'
import type { Editor } from '#api/signing/signature-requests/signature-request.ts'

interface GivenEditors {
  readonly creator?: string | null | undefined
  readonly write_access?: readonly string[] | null | undefined
}

/** The request that they get access to: a new one is its API user's. */
interface Shared {
  readonly owner: { readonly email: string }
  readonly editors?: readonly Editor[] | undefined
}

/**
 * Who gets full access besides the owner, who is answered among them: members of the API user's business, and nobody else, for
 * whether there is an account of an email elsewhere isn't told. An API user of the other environment gets none: real requests
 * and demonstrations don't mix. Undefined where the call says nothing of it.
 */
export async function readEditors(
  db: Reader,
  actor: ApiUserActor,
  { owner, editors: before = [] }: Shared,
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
  const environment = (await findApiUser(db, actor.businessId, owner.email))?.environment ?? actor.environment
  const [editors, wrong]: [Map<string, Editor>, WrongField[]] = [new Map(), []]
  for (const { field, email } of named) {
    const account = await accounts.findByEmail(db, email)
    const membership = account && (await findMembership(db, account.id))
    if (!account || membership?.business.id !== actor.businessId) {
      wrong.push({ field, code: 'unknown', message: 'Not a member of your business' })
      continue
    }
    const theirs = (await findApiUser(db, actor.businessId, account.email))?.environment ?? environment
    // Releases before gave it; who has it may be sent back.
    if (theirs !== environment && !before.some(({ accountId }) => accountId === account.id))
      wrong.push({ field, code: 'environment', message: `An API user of the environment ${theirs}` })
    else editors.set(account.id, { accountId: account.id, email: account.email })
  }
  if (wrong.length > 0) throw new Refusal('validation.failed', { fields: wrong })
  return [...editors.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

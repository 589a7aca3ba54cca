import { lockByEmailForShare } from '#api/identity/accounts/lock-repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { makeSigningLink } from '#api/signing/direct-links/signing-link.ts'
import { allPeopleOf, withMembers } from '../signers/group-signature.ts'
import type { Signature } from '../signature-request.ts'

/** Anyone who has an account of that email signs as that account; everyone else gets a link of their own. */
export async function issueSigningLinks(
  context: Context,
  tx: Transaction,
  signatures: readonly Signature[],
): Promise<Signature[]> {
  const unreached = allPeopleOf(signatures).filter(({ accountId, link }) => !accountId && !link)
  const accounts = await lockByEmailForShare(
    tx,
    unreached.map(({ email }) => email),
  )
  const reach = <Person extends Pick<Signature, 'id' | 'email' | 'accountId' | 'link'>>(person: Person) => {
    if (person.accountId || person.link) return person
    const accountId = accounts.get(person.email)
    return accountId ? { ...person, accountId } : { ...person, link: makeSigningLink(context, person.id) }
  }
  return signatures.map((signature) => (signature.group ? withMembers(signature, reach) : reach(signature)))
}

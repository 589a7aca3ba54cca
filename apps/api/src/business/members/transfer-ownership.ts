import type { Account } from '#api/identity/accounts/account.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import type { Business } from '#api/business/businesses/business.ts'
import type { Member } from '#api/business/businesses/repository.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { nameOf } from './named-members.ts'
import type { MembersContext } from './members-context.ts'

export interface MemberTransfer {
  readonly from: Member
  readonly to: Member
  readonly business: Pick<Business, 'id' | 'name'>
  readonly actor: EventActor
  readonly at: Date
}

/**
 * What someone has made for the business goes to another member: what they had before they joined stays their own. Of
 * requests there may be a great many: they follow one by one, in a job.
 */
export async function transferOwnership(
  context: MembersContext,
  tx: Transaction,
  given: MemberTransfer,
): Promise<void> {
  const { actor, at } = given
  const order = { from: given.from.accountId, to: given.to.accountId, since: given.from.joinedAt, at }
  const heir = await findAccount(tx, order.to)
  if (!heir) return
  // Anyone who hands them over to themselves knows.
  if (actor.accountId !== heir.id) await tell(context, tx, heir, given)
  await context.transferOwnedContent(tx, order)
  await enqueue(tx, 'transfer-requests', {
    from: order.from,
    to: order.to,
    since: order.since.toISOString(),
    until: at.toISOString(),
    businessId: given.business.id,
    actor,
  })
}

async function tell(
  context: MembersContext,
  tx: Transaction,
  heir: Account,
  { from, business }: MemberTransfer,
) {
  const { requests } = await context.countOwnedContent(tx, from)
  await enqueueMail(context, tx, {
    kind: 'documents_taken_over',
    recipient: heir.email,
    language: heir.language,
    input: { business: business.name, from: nameOf(from), requests },
  })
}

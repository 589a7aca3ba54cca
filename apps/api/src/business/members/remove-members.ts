import type { AccountActor } from '#api/platform/actor.ts'
import { noteRemovedFromBusiness } from '#api/identity/accounts/settings-repository.ts'
import { find as findAccount } from '#api/identity/accounts/repository.ts'
import { disconnect } from '#api/identity/single-sign-on/connection.ts'
import { lockAllForNoKeyUpdate } from '#api/identity/accounts/lock-repository.ts'
import type { Business } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin, allowMember } from '#api/business/businesses/policy.ts'
import { listMembers, type Member } from '#api/business/businesses/repository.ts'
import { listMemberIds, removeMember } from './member-repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { enqueue } from '#api/platform/jobs/enqueue.ts'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { wrongField } from '#api/platform/refusal.ts'
import { listOf as listSealsOf } from '#api/business/seals/repository.ts'
import { transferOwnership } from './transfer-ownership.ts'
import { lockBusiness } from './lock-business.ts'
import { keepAnAdmin, namedMembers, nameOf } from './named-members.ts'
import { settleSeats } from './settle-seats.ts'
import type { MembersContext } from './members-context.ts'

interface Removal {
  readonly business: Business
  readonly people: readonly Member[]
  /** Who takes over what they have; null where it stays with them. */
  readonly heir: Member | null
}

/** Their accounts are personal ones from then on, which they are told. */
export async function removeMembers(
  context: MembersContext,
  actor: AccountActor,
  businessId: string,
  given: { readonly ids: readonly string[]; readonly transferTo: string | undefined },
): Promise<Member[]> {
  return transaction(context.db, async (tx) => {
    const { business, people } = await lock(tx, businessId, [...given.ids, given.transferTo])
    await allowAdmin(tx, actor, businessId)
    const named = namedMembers(people, given.ids)
    keepAnAdmin(people, named)
    const going = { business, people, heir: heirOf(people, named, given.transferTo) }
    await endMemberships(context, tx, named, going, eventActor(actor))
    return listMembers(tx, businessId)
  })
}

/** Someone whom the business's identity provider has deactivated; what they have made stays with them. */
export async function removeDeactivated(
  context: MembersContext,
  tx: Transaction,
  { businessId, accountId, actor }: { businessId: string; accountId: string; actor: EventActor },
): Promise<void> {
  const { business, people } = await lock(tx, businessId, [accountId])
  const named = namedMembers(people, [accountId])
  keepAnAdmin(people, named)
  await endMemberships(context, tx, named, { business, people, heir: null }, actor)
}

/** Tells everyone but the person who does it. */
async function endMemberships(
  context: MembersContext,
  tx: Transaction,
  members: readonly Member[],
  going: Removal,
  actor: EventActor,
): Promise<void> {
  const { id } = going.business
  const at = context.now()
  for (const member of members) {
    await part(context, tx, actor, member, going)
    const data = { ...whoIs(member), handedOverTo: going.heir?.accountId ?? null }
    await appendBusinessEvent(tx, id, { type: 'member_removed', at, actor, data })
    if (member.accountId !== actor.accountId) await tell(context, tx, member, going)
  }
  await settleSeats(tx, id, { actor, at })
}

export async function leaveBusiness(
  context: MembersContext,
  actor: AccountActor,
  businessId: string,
  transferTo: string | undefined,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const { business, people } = await lock(tx, businessId, [actor.accountId, transferTo])
    await allowMember(tx, actor, businessId)
    const self = namedMembers(people, [actor.accountId])
    keepAnAdmin(people, self)
    const going = { business, people, heir: heirOf(people, self, transferTo) }
    for (const member of self) {
      await part(context, tx, eventActor(actor), member, going)
      await appendBusinessEvent(tx, businessId, {
        type: 'member_left',
        at: context.now(),
        actor: eventActor(actor),
        data: { ...whoIs(member), reason: 'left', handedOverTo: going.heir?.accountId ?? null },
      })
    }
    await settleSeats(tx, businessId, { actor: eventActor(actor), at: context.now() })
  })
}

const whoIs = (member: Member) => ({
  accountId: member.accountId,
  email: member.email,
  name: nameOf(member),
})

async function lock(tx: Transaction, businessId: string, ids: readonly (string | undefined)[]) {
  const named = ids.filter((id) => id !== undefined)
  // Before the business, as everybody does who locks both.
  await lockAllForNoKeyUpdate(tx, await listMemberIds(tx, businessId, named))
  const business = await lockBusiness(tx, businessId)
  return { business, people: await listMembers(tx, businessId) }
}

/** Someone of the business who stays in it. */
function heirOf(people: readonly Member[], going: readonly Member[], id: string | undefined): Member | null {
  if (id === undefined) return null
  const heir = people.find(({ accountId }) => accountId === id)
  if (!heir) throw wrongField('transfer_to', 'unknown', 'Nobody of that id')
  if (going.includes(heir)) throw wrongField('transfer_to', 'unknown', 'Choose a member who stays')
  return heir
}

/** A right on a seal is a person's own: it ends here, and is not transferred. */
async function part(
  context: MembersContext,
  tx: Transaction,
  actor: EventActor,
  member: Member,
  { business, heir }: Removal,
): Promise<void> {
  const by = { actor, at: context.now() }
  const { accountId, email } = member
  for (const { accountName } of await listSealsOf(tx, accountId))
    await appendBusinessEvent(tx, business.id, {
      ...by,
      type: 'seal_right_withdrawn',
      data: { seal: accountName, accountId, email },
    })
  await removeMember(tx, accountId)
  await disconnect(context, tx, member)
  await enqueue(tx, 'refresh-editor-access', { accountIds: [accountId] })
  if (heir) await transferOwnership(context, tx, { from: member, to: heir, business, ...by })
  if (accountId !== actor.accountId) await noteRemovedFromBusiness(tx, accountId)
}

async function tell(context: Context, tx: Transaction, member: Member, { business, heir }: Removal) {
  const account = await findAccount(tx, member.accountId)
  if (!account) return
  await enqueueMail(context, tx, {
    kind: 'removed_from_business',
    recipient: account.email,
    language: account.language,
    input: { business: business.name, handedOverTo: heir && nameOf(heir) },
  })
}

import { Email, type Language } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'
import type { AccountActor } from '#api/platform/actor.ts'
import type { Business, BusinessRole } from '#api/business/businesses/business.ts'
import { appendBusinessEvents } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { type Member, listMembers } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import { type Transaction, transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { EmailLimitReached } from '#api/identity/sending-limits/email-limit-reached.ts'
import { lockBusiness } from './lock-business.ts'
import { expiryOf, type Invitation } from './invitation.ts'
import * as repository from './invitation-repository.ts'
import { sendInvitations } from './send-invitations.ts'

export interface InvitationResult {
  readonly email: string
  readonly role: BusinessRole
  readonly language: Language | undefined
}

export type InvitationRefusal =
  | 'email_wrong'
  | 'already_member'
  | 'already_invited'
  | 'no_seat'
  | 'same_as_before'
  | 'limit_reached'

export interface RefusedInvitation {
  readonly email: string
  readonly reason: InvitationRefusal
  /** Of a limit: from when on they can be invited. */
  readonly until?: Date
}

export interface InvitationOptions {
  readonly invited: readonly Invitation[]
  readonly refused: readonly RefusedInvitation[]
}

interface InvitationInput {
  readonly users: readonly InvitationResult[]
  readonly message: string | undefined
}

/** Each is looked at for themselves: what keeps one from being invited is said, and the others are. */
export async function inviteMembers(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: InvitationInput,
): Promise<InvitationOptions> {
  const limited = new Map<string, Date>()
  for (;;)
    try {
      return await invite(context, actor, businessId, given, limited)
    } catch (error) {
      // A mailbox that has had too many emails keeps nobody else from being invited; a limit on all of them does.
      const limits = error instanceof EmailLimitReached ? error.limits : []
      const isOfMailboxes = limits.length > 0 && limits.every(({ recipient }) => recipient !== null)
      if (!isOfMailboxes) throw error
      for (const { recipient, until } of limits) if (recipient !== null) limited.set(recipient, until)
    }
}

function invite(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: InvitationInput,
  limited: ReadonlyMap<string, Date>,
): Promise<InvitationOptions> {
  return transaction(context.db, async (tx) => {
    const now = context.now()
    const business = await lockBusiness(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    const { heldBack } = await countInvitations(tx, businessId, now)
    const { chosen, refused } = choose(given.users, {
      heldBack: new Map([...heldBack, ...limited]),
      people: await listMembers(tx, businessId),
      open: new Set((await repository.listOpen(tx, businessId, now)).map(({ email }) => email)),
      seats: business.seats,
    })
    const invited = chosen.map(({ email, role, language }): Invitation => {
      const what = { id: crypto.randomUUID(), businessId, email, role, message: given.message || null }
      const by = { id: actor.accountId, name: actor.name, email: actor.email }
      const dates = { createdAt: now, sentAt: now, expiresAt: expiryOf(now) }
      return { ...what, ...dates, language: language ?? actor.language, invitedBy: by, state: 'OPEN' }
    })
    await addInvitations(context, tx, { business, invited, actor: eventActor(actor), at: now })
    return { invited, refused }
  })
}

/** Writes them, mails them and records them: as many as a business may send in a day. */
export async function addInvitations(
  context: Context,
  tx: Transaction,
  order: {
    readonly business: Business
    readonly invited: readonly Invitation[]
    readonly actor: EventActor
    readonly at: Date
  },
): Promise<void> {
  const { business, invited, actor, at } = order
  await refuseTooMany(tx, business.id, invited, at)
  await repository.insertAll(tx, invited)
  await sendInvitations(context, tx, business, invited)
  await appendBusinessEvents(
    tx,
    business.id,
    invited.map(({ id, email, role }) => ({
      ...{ type: 'member_invited', at, actor },
      data: { invitationId: id, email, role },
    })),
  )
}

/** Within a day: an invitation brings someone's words to anybody's mailbox, also where the one before was taken back. */
const mostInADay = { all: 2000, toOne: 5 }
const day = 86_400_000

async function refuseTooMany(
  tx: Transaction,
  businessId: string,
  invited: readonly Invitation[],
  now: Date,
): Promise<void> {
  if (invited.length === 0) return
  const { made, heldBack } = await countInvitations(tx, businessId, now)
  const until = [...invited.flatMap(({ email }) => heldBack.get(email) ?? []), ...untilRoomFor(invited, made)]
  if (until.length === 0) return
  const latest = Math.max(...until.map((at) => at.getTime()))
  throw new Refusal('rate.exceeded', { retryAfter: Math.ceil((latest - now.getTime()) / 1000) })
}

/** When enough of those made are a day old; nothing if there is room now. */
function untilRoomFor(invited: readonly Invitation[], made: readonly { readonly createdAt: Date }[]): Date[] {
  const excess = made.length + invited.length - mostInADay.all
  if (excess <= 0) return []
  // The newest come first. More than a day's number at once never has room.
  const last = made[Math.max(0, made.length - excess)] ?? invited[0]
  return last ? [new Date(last.createdAt.getTime() + day)] : []
}

/** Those made within a day, the newest first, and who has had so many that there is no more until then. */
async function countInvitations(
  tx: Transaction,
  businessId: string,
  now: Date,
): Promise<{
  readonly made: readonly { readonly createdAt: Date }[]
  readonly heldBack: ReadonlyMap<string, Date>
}> {
  const made = await repository.listSince(tx, businessId, new Date(now.getTime() - day))
  const byEmail = [...Map.groupBy(made, ({ email }) => email)]
  const heldBack = byEmail.flatMap(([email, newest]) => {
    const last = newest[mostInADay.toOne - 1]
    return last ? [[email, new Date(last.createdAt.getTime() + day)] as const] : []
  })
  return { made, heldBack: new Map(heldBack) }
}

/** Who of those who were given is invited, as long as there are seats. */
function choose(
  users: readonly InvitationResult[],
  there: {
    readonly people: readonly Member[]
    readonly open: ReadonlySet<string>
    readonly seats: number | null
    /** Who has had too many emails, and until when. */
    readonly heldBack: ReadonlyMap<string, Date>
  },
) {
  const members = new Set(there.people.map(({ email }) => email))
  const chosen = new Map<string, InvitationResult>()
  const refused: RefusedInvitation[] = []
  for (const user of users) {
    const read = z.safeParse(Email, user.email)
    const email = read.data ?? user.email
    const until = there.heldBack.get(email)
    const used = there.people.length + there.open.size + chosen.size
    const reason = read.error
      ? 'email_wrong'
      : members.has(email)
        ? 'already_member'
        : there.open.has(email)
          ? 'already_invited'
          : chosen.has(email)
            ? 'same_as_before'
            : until
              ? 'limit_reached'
              : there.seats !== null && used >= there.seats
                ? 'no_seat'
                : null
    if (reason === 'limit_reached' && until) refused.push({ email, reason, until })
    else if (reason) refused.push({ email, reason })
    else chosen.set(email, { ...user, email })
  }
  return { chosen: [...chosen.values()], refused }
}

import type { Account } from '#api/identity/accounts/account.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { findMembership } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { EventActor } from '#api/platform/db/tables.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { mailBusinessAdmins } from './mail-business-admins.ts'

interface MemberChange {
  readonly before: Account
  readonly after: Account
  readonly actor: EventActor
}

/**
 * What a member is called, and their address, are theirs to change; the log of their business says what they were before.
 * Regulated records are signed in that name: under Part 11 the admins are told at once (21 CFR 11.100 (b)). The account is
 * locked.
 */
export async function recordMemberChange(
  context: Context,
  tx: Transaction,
  { before, after, actor }: MemberChange,
): Promise<void> {
  const [was, is] = [shown(before), shown(after)]
  if (was.name === is.name && was.email === is.email) return
  const membership = await findMembership(tx, before.id)
  if (!membership) return
  const { id: businessId, settings } = membership.business
  const at = context.now()
  const data = { accountId: before.id, before: was, after: is }
  await appendBusinessEvent(tx, businessId, { type: 'member_changed', at, actor, data })
  if (was.name === is.name || !settings.part11.enabled) return
  const detail = `${was.name} → ${is.name}, ${is.email}`
  const { address, userAgent } = actor
  await mailBusinessAdmins(context, tx, businessId, () => ({
    kind: 'security_notice',
    input: {
      ...{ change: 'member_renamed', at: at.toISOString(), detail },
      ...{ address: address ?? '', device: userAgent ?? '' },
    },
  }))
}

const shown = ({ firstName, lastName, email }: Account) => ({
  name: `${firstName} ${lastName}`.trim(),
  email,
})

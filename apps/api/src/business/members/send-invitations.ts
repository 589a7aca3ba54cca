import type { Business } from '#api/business/businesses/business.ts'
import { lockByEmailForShare } from '#api/identity/accounts/lock-repository.ts'
import { findTimeZones } from '#api/identity/accounts/lookup-repository.ts'
import type { Context } from '#api/providers/context.ts'
import type { Transaction } from '#api/platform/db/transaction.ts'
import { enqueueLimitedMails } from '#api/identity/sending-limits/enqueue-limited-mails.ts'
import { isMailbox } from '#api/mail/enqueue-mail.ts'
import type { Invitation } from './invitation.ts'

/** Mails what someone is invited to. Whether they have an account is for the mail alone to say. */
export async function sendInvitations(
  context: Context,
  tx: Transaction,
  business: Pick<Business, 'name'>,
  invitations: readonly Invitation[],
): Promise<void> {
  const known = await lockByEmailForShare(
    tx,
    invitations.map(({ email }) => email),
  )
  const zones = await findTimeZones(
    tx,
    invitations.flatMap(({ invitedBy }) => invitedBy?.id ?? []),
  )
  await enqueueLimitedMails(
    context,
    tx,
    invitations.map((one) => ({
      kind: 'business_invitation',
      recipient: one.email,
      language: one.language,
      timeZone: one.invitedBy && zones.get(one.invitedBy.id),
      sentBy: one.invitedBy?.id,
      input: {
        business: business.name,
        inviter: one.invitedBy?.name ?? null,
        ...(one.invitedBy && isMailbox(one.invitedBy.email) ? { inviterEmail: one.invitedBy.email } : {}),
        message: one.message,
        role: one.role,
        email: one.email,
        hasAccount: known.has(one.email),
        invitationId: one.id,
        expiresAt: one.expiresAt.toISOString(),
      },
    })),
  )
}

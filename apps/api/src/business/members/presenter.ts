import type * as contract from '@countersign/contract/members.ts'
import { presentPublicInformation } from '#api/business/businesses/presenter.ts'
import type { OwnInvitation } from './answer-invitation.ts'
import { type Invitation, mayBeSentAgainAt, stateOf } from './invitation.ts'

/** For the admins of the business. */
export function presentInvitation(invitation: Invitation, now: Date): contract.Invitation {
  const state = stateOf(invitation, now)
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    state: state === 'EXPIRED' || state === 'DECLINED' ? state : 'OPEN',
    invitedBy: invitation.invitedBy && { id: invitation.invitedBy.id, name: invitation.invitedBy.name },
    createdAt: invitation.createdAt.toISOString(),
    sentAt: invitation.sentAt.toISOString(),
    mayBeSentAgainAt: mayBeSentAgainAt(invitation)?.toISOString() ?? null,
    expiresAt: invitation.expiresAt.toISOString(),
  }
}

/** For anyone who is invited, who may belong to a business already. */
export function presentOwnInvitation({
  invitation,
  business,
  belongsElsewhere,
}: OwnInvitation): contract.OwnInvitation {
  return {
    id: invitation.id,
    business: presentPublicInformation(business),
    role: invitation.role,
    invitedBy: invitation.invitedBy?.name ?? null,
    message: invitation.message,
    expiresAt: invitation.expiresAt.toISOString(),
    belongsElsewhere,
  }
}

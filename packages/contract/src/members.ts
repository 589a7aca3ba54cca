import * as z from 'zod/mini'
import { BusinessMember, BusinessRole, PublicInformation } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { AccountLanguage, Id, Instant, text } from './values.ts'

/** 7.1.14 to 7.1.20: members of a business, invitations, and how people join and leave. */

export const InvitationState = z.enum(['OPEN', 'EXPIRED', 'DECLINED'])
export type InvitationState = z.infer<typeof InvitationState>

/** As the admins see it. People who have accepted are members. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: BusinessRole,
  state: InvitationState,
  invitedBy: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Instant,
  /** When its last email was sent. */
  sentAt: Instant,
  /** When it can be sent again, if it can. */
  mayBeSentAgainAt: z.nullable(Instant),
  expiresAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

/** As the invited person sees it. */
export const OwnInvitation = z.object({
  id: Id,
  business: PublicInformation,
  role: BusinessRole,
  invitedBy: z.nullable(z.string()),
  message: z.nullable(z.string()),
  expiresAt: Instant,
  /** The person belongs to another business, which they have to leave first. */
  belongsElsewhere: z.boolean(),
})
export type OwnInvitation = z.infer<typeof OwnInvitation>

export const invitationsAtOnce = 500

const one = z.object({ id: Id })
const ids = z.array(Id).check(z.minLength(1), z.maxLength(500))
const adminsOnly = ['not_found', 'business.not_allowed'] as const

export const inviteMembers = endpoint({
  name: 'inviteMembers',
  method: 'POST',
  path: '/v1/businesses/{id}/members',
  summary: 'Invite people to a business by email. Those who can’t be invited are listed with the reason.',
  credential: 'user',
  params: one,
  body: z.object({
    users: z
      .array(
        z.object({
          /** Checked one by one: an invalid email doesn't keep the others from being invited. */
          email: z.string().check(z.maxLength(300)),
          role: z._default(BusinessRole, 'member'),
          lang: z.optional(AccountLanguage),
        }),
      )
      .check(z.minLength(1), z.maxLength(invitationsAtOnce)),
    message: z.optional(text(1000)),
  }),
  output: z.object({
    invitedMembers: z.array(Invitation),
    refused: z.array(
      z.object({
        email: z.string(),
        reason: z.enum([
          'email_wrong',
          'already_member',
          'already_invited',
          'no_seat',
          'same_as_before',
          'limit_reached',
        ]),
        /** Of a limit: when they can be invited again. */
        until: z.optional(z.string()),
      }),
    ),
  }),
  errors: ['email.limit_reached', ...adminsOnly, 'rate.exceeded', 'validation.failed'],
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/v2/businesses/{id}/invitations',
  summary: 'List open invitations. For administrators.',
  credential: 'user-or-api-user',
  scope: 'members',
  params: one,
  output: z.object({ invitedMembers: z.array(Invitation) }),
  errors: adminsOnly,
})

const invitation = z.object({ id: Id, inviteId: Id })

export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/v1/businesses/{id}/invitations/{inviteId}',
  summary: 'Withdraw an invitation.',
  credential: 'user',
  params: invitation,
  errors: adminsOnly,
})

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: '/v2/businesses/{id}/invitations/{inviteId}/resend',
  summary: 'Resend an invitation, at most once every ten minutes. Its expiry starts again.',
  credential: 'user',
  params: invitation,
  output: Invitation,
  errors: ['email.limit_reached', ...adminsOnly, 'rate.exceeded', 'business.no_seat'],
})

export const getOwnInvitations = endpoint({
  name: 'getOwnInvitations',
  method: 'GET',
  path: '/v2/user/invitations',
  summary: 'List the account’s open invitations.',
  credential: 'user',
  duringSetup: true,
  output: z.object({ invitations: z.array(OwnInvitation) }),
})

const own = z.object({ inviteId: Id })

export const getOwnInvitation = endpoint({
  name: 'getOwnInvitation',
  method: 'GET',
  path: '/v2/user/invitations/{inviteId}',
  summary: 'Get one of the account’s open invitations.',
  credential: 'user',
  duringSetup: true,
  params: own,
  output: OwnInvitation,
  errors: ['not_found'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/v2/user/invitations/{inviteId}/accept',
  summary: 'Accept an invitation and join the business.',
  credential: 'user',
  duringSetup: true,
  params: own,
  output: z.object({ businessId: Id, role: BusinessRole }),
  errors: ['not_found', 'business.already_member', 'business.no_seat'],
})

export const declineInvitation = endpoint({
  name: 'declineInvitation',
  method: 'POST',
  path: '/v2/user/invitations/{inviteId}/decline',
  summary: 'Decline an invitation. The person who sent it is notified.',
  credential: 'user',
  duringSetup: true,
  params: own,
  errors: ['not_found'],
})

const people = z.object({ user_ids: ids })
const both = z.object({ admins: z.array(BusinessMember), members: z.array(BusinessMember) })

export const changeToAdmins = endpoint({
  name: 'changeToAdmins',
  method: 'POST',
  path: '/v1/businesses/{id}/change-to-admins',
  summary: 'Give members administrator rights.',
  credential: 'user',
  params: one,
  body: people,
  output: both,
  errors: [...adminsOnly, 'validation.failed'],
})

export const changeToMembers = endpoint({
  name: 'changeToMembers',
  method: 'POST',
  path: '/v1/businesses/{id}/change-to-members',
  summary: 'Revoke administrator rights. At least one administrator must remain.',
  credential: 'user',
  params: one,
  body: people,
  output: both,
  errors: [...adminsOnly, 'business.last_admin', 'validation.failed'],
})

/** What a member to be removed has created since they joined. Anything older is their own. */
export const OwnedContent = z.object({
  id: Id,
  /** Signature requests of theirs, and how many of them are drafts and open. */
  requests: z.int(),
  drafts: z.int(),
  open: z.int(),
  templates: z.int(),
  /** Signer groups. */
  groups: z.int(),
  /** On which they have a right; that ends. */
  seals: z.int(),
})
export type OwnedContent = z.infer<typeof OwnedContent>

export const previewRemoval = endpoint({
  name: 'previewRemoval',
  method: 'POST',
  path: '/v1/businesses/{id}/remove-members/preview',
  summary: 'Preview removing members: what they own, and what would be transferred.',
  credential: 'user',
  params: one,
  body: people,
  output: z.object({ members: z.array(OwnedContent) }),
  errors: [...adminsOnly, 'validation.failed'],
})

export const removeMembers = endpoint({
  name: 'removeMembers',
  method: 'POST',
  path: '/v1/businesses/{id}/remove-members',
  summary: 'Remove members. Their accounts become personal. At least one administrator must remain.',
  credential: 'user',
  params: one,
  body: z.object({
    user_ids: ids,
    /**
     * Who takes over the signature requests, templates and signer groups they have made since they joined; left out,
     * those stay with them.
     */
    transfer_to: z.optional(Id),
  }),
  output: both,
  errors: [...adminsOnly, 'business.last_admin', 'validation.failed'],
})

export const leaveBusiness = endpoint({
  name: 'leaveBusiness',
  method: 'POST',
  path: '/v1/businesses/{id}/leave',
  summary:
    'Leave a business. The documents stay with the account unless they are transferred to another member.',
  credential: 'user',
  // Also without a seat.
  duringSetup: true,
  params: one,
  body: z.object({ transfer_to: z.optional(Id) }),
  errors: ['not_found', 'business.last_admin', 'validation.failed'],
})

import * as z from 'zod/mini'
import { BusinessMember, BusinessRole, PublicInformation } from './businesses.ts'
import { endpoint } from './endpoint.ts'
import { AccountLanguage, Id, Instant, line, text } from './values.ts'

/** 7.1.14 to 7.1.20: who belongs to a business, who is invited to it, and how one comes and goes. */

export const InvitationState = z.enum(['OPEN', 'EXPIRED', 'DECLINED'])
export type InvitationState = z.infer<typeof InvitationState>

/** As the admins see it. Who has accepted is a member. */
export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: BusinessRole,
  state: InvitationState,
  invitedBy: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Instant,
  /** When the last mail of it went out. */
  sentAt: Instant,
  /** When it can be sent again, if it can. */
  mayBeSentAgainAt: z.nullable(Instant),
  expiresAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

/** As whoever is invited sees it. */
export const OwnInvitation = z.object({
  id: Id,
  business: PublicInformation,
  role: BusinessRole,
  invitedBy: z.nullable(z.string()),
  message: z.nullable(z.string()),
  expiresAt: Instant,
  /** One belongs to another business, which has to be left first. */
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
  summary:
    'Invite people to a business by e-mail. What keeps one of them from being invited is said; the others are.',
  credential: 'user',
  params: one,
  body: z.object({
    users: z
      .array(
        z.object({
          /** Looked at one by one: a wrong one keeps nobody else from being invited. */
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
        reason: z.enum(['email_wrong', 'already_member', 'already_invited', 'no_seat', 'same_as_before']),
      }),
    ),
  }),
  errors: ['email.limit_reached', ...adminsOnly, 'rate.exceeded', 'validation.failed'],
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'GET',
  path: '/v2/businesses/{id}/invitations',
  summary: 'Who is invited to a business and has not accepted, for its admins.',
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
  summary: 'Take an invitation back.',
  credential: 'user',
  params: invitation,
  errors: adminsOnly,
})

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: '/v2/businesses/{id}/invitations/{inviteId}/resend',
  summary:
    'Send the mail of an invitation once more, at most once in ten minutes; it is good for its whole time again.',
  credential: 'user',
  params: invitation,
  output: Invitation,
  errors: ['email.limit_reached', ...adminsOnly, 'rate.exceeded', 'business.no_seat'],
})

export const getOwnInvitations = endpoint({
  name: 'getOwnInvitations',
  method: 'GET',
  path: '/v2/user/invitations',
  summary: 'The invitations to businesses that wait for one’s answer.',
  credential: 'user',
  duringSetup: true,
  output: z.object({ invitations: z.array(OwnInvitation) }),
})

const own = z.object({ inviteId: Id })

export const getOwnInvitation = endpoint({
  name: 'getOwnInvitation',
  method: 'GET',
  path: '/v2/user/invitations/{inviteId}',
  summary: 'One of them. To anybody else, and once it is over, there is none.',
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
  summary: 'Belong to the business from now on.',
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
  summary: 'Stay as one is. Whoever invited is told.',
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
  summary: 'Make members of a business its admins.',
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
  summary: 'Make admins of a business its members. One admin stays.',
  credential: 'user',
  params: one,
  body: people,
  output: both,
  errors: [...adminsOnly, 'business.last_admin', 'validation.failed'],
})

/** What somebody has made since they joined, who is to go. What is older is their own. */
export const Belongings = z.object({
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
export type Belongings = z.infer<typeof Belongings>

export const previewRemoval = endpoint({
  name: 'previewRemoval',
  method: 'POST',
  path: '/v1/businesses/{id}/remove-members/preview',
  summary:
    'What people have who are to be removed: their documents stay with them, or another member takes them over.',
  credential: 'user',
  params: one,
  body: people,
  output: z.object({ members: z.array(Belongings) }),
  errors: [...adminsOnly, 'validation.failed'],
})

export const removeMembers = endpoint({
  name: 'removeMembers',
  method: 'POST',
  path: '/v1/businesses/{id}/remove-members',
  summary: 'Remove people from a business: their accounts are personal ones from then on. One admin stays.',
  credential: 'user',
  params: one,
  body: z.object({
    user_ids: ids,
    /**
     * Who takes over the signature requests, templates and signer groups they have made since they joined; left out,
     * those stay with them.
     */
    hand_over_to: z.optional(Id),
  }),
  output: both,
  errors: [...adminsOnly, 'business.last_admin', 'validation.failed'],
})

export const leaveBusiness = endpoint({
  name: 'leaveBusiness',
  method: 'POST',
  path: '/v1/businesses/{id}/leave',
  summary: 'Leave a business. One’s documents stay with oneself, unless another member takes them over.',
  credential: 'user',
  // Also without a seat.
  duringSetup: true,
  params: one,
  body: z.object({ hand_over_to: z.optional(Id) }),
  errors: ['not_found', 'business.last_admin', 'validation.failed'],
})

/** A business that has proved to own the domain of one's e-mail, and lets its people join. */
export const JoinableBusiness = z.object({ business: PublicInformation, domain: line(253) })
export type JoinableBusiness = z.infer<typeof JoinableBusiness>

export const listJoinableBusinesses = endpoint({
  name: 'listJoinableBusinesses',
  method: 'GET',
  path: '/v2/user/joinable-businesses',
  summary: 'The businesses one can join because one’s e-mail is of a domain of theirs.',
  credential: 'user',
  output: z.object({ businesses: z.array(JoinableBusiness) }),
})

export const joinBusiness = endpoint({
  name: 'joinBusiness',
  method: 'POST',
  path: '/v2/businesses/{id}/join',
  summary: 'Join one of them as a member.',
  credential: 'user',
  params: one,
  output: z.object({ businessId: Id, role: BusinessRole }),
  errors: ['not_found', 'business.already_member', 'business.no_seat', 'service.unavailable'],
})

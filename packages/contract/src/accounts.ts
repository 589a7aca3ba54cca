import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DirectUser, NotificationLevel, SignatureQualities, User } from './account-shapes.ts'
import { OptionalPhone, Phone } from './phone.ts'
import {
  AccountLanguage,
  Email,
  Instant,
  Language,
  Legislation,
  line,
  plainName,
  Quality,
  UnmetRequirement,
  Secret,
} from './values.ts'

export { UnmetRequirement } from './values.ts'

/** 7.8: one's account and signing up. */

/** What a confirmation link that anyone may request is for. */
const openFlows = ['signup', 'business', 'sso', 'eidplus', 'email'] as const
export const confirmationFlows = [...openFlows, 'reset'] as const

export const requestConfirmation = endpoint({
  name: 'requestConfirmation',
  method: 'POST',
  path: '/v1/request-confirmation',
  summary: 'Email a confirmation link. The response is the same whether or not an account exists.',
  credential: 'none',
  body: z.object({
    email: Email,
    flow: z._default(z.enum(openFlows), 'signup'),
    lang: z._default(Language, 'en'),
    /** Of the browser (IANA), in which the email names times; one that isn’t known is ignored. */
    timeZone: z.optional(line(60)),
    /** Another path of this site that the link leads to; `true` is the flow's own page. */
    confirm: z.optional(
      z.union([z.literal(true), z.string().check(z.maxLength(200), z.regex(/^\/(?![/\\])[\w\-./]*$/))]),
    ),
  }),
  errors: ['auth.company_sign_in_required', 'rate.exceeded'],
})

export const validConfirmation = endpoint({
  name: 'validConfirmation',
  method: 'POST',
  path: '/v1/valid-confirmation',
  summary: 'Check whether a confirmation token is valid, without using it.',
  credential: 'none',
  body: z.object({
    token: Secret,
    language: z.optional(Language),
  }),
  output: z.object({ email: z.string(), flow: z.enum(confirmationFlows) }),
  errors: ['confirmation.invalid'],
})

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/v1/register',
  summary: 'Create an account with the emailed token. The token works once.',
  credential: 'none',
  body: z.object({
    firstName: plainName(100, 1),
    lastName: plainName(100, 1),
    password: Secret,
    token: Secret,
    gtc: z.boolean(),
    lang: z._default(AccountLanguage, 'en'),
    /** IANA name: emails name times in it. */
    timeZone: z.optional(z.nullable(line(60))),
    mobile: OptionalPhone,
    celloUCC: z.optional(z.nullable(line(100))),
    /** The account becomes the first admin of this business, which is created with it; `gtc` covers both. */
    business: z.optional(
      z.object({
        name: plainName(100, 1),
        phone: OptionalPhone,
        country: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))),
        /** The data processing agreement. */
        dpa: z.boolean(),
      }),
    ),
  }),
  output: User,
  status: 201,
  errors: [
    'auth.company_sign_in_required',
    'confirmation.invalid',
    'password.weak',
    'terms.not_accepted',
    'account.exists',
    'validation.failed',
    'rate.exceeded',
  ],
})

export const getUser = endpoint({
  name: 'getUser',
  method: 'GET',
  path: '/v1/user',
  summary: 'Get the signed-in account.',
  credential: 'user',
  duringSetup: true,
  query: z.object({ v2: z.optional(z.string()) }),
  output: User,
})

export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PUT',
  path: '/v1/user',
  summary: 'Update the account. A new email takes effect once it is confirmed by the link sent to it.',
  credential: 'user',
  duringSetup: true,
  body: z.object({
    firstName: z.optional(plainName(100, 1)),
    lastName: z.optional(plainName(100, 1)),
    email: z.optional(Email),
    /** With a new email, where the account has a password. */
    password: z.optional(Secret),
    attributes: z.optional(
      z.object({
        lang: z.optional(AccountLanguage),
        /** IANA name, such as Europe/Lisbon; null: not known, until the next sign-in. */
        timeZone: z.optional(z.nullable(line(60))),
        mobile: OptionalPhone,
        emailNotificationLevel: z.optional(NotificationLevel),
        defaultLegislation: z.optional(z.nullable(Legislation)),
        defaultQuality: z.optional(z.nullable(Quality)),
        signerIdentityEmail: z.optional(z.nullable(Email)),
        p11SigningName: z.optional(z.nullable(plainName(200))),
        p11SigningReason: z.optional(z.nullable(line(200))),
        frontendVersion: z.optional(z.nullable(line(50))),
      }),
    ),
  }),
  output: User,
  errors: [
    'validation.failed',
    'password.wrong',
    'rate.exceeded',
    'not_allowed',
    'auth.company_sign_in_required',
  ],
})

export const confirmUserEmail = endpoint({
  name: 'confirmUserEmail',
  method: 'POST',
  path: '/v1/user/confirm-email',
  summary: 'Confirm an email change with the emailed token. The token works once.',
  credential: 'user',
  duringSetup: true,
  body: z.object({ token: Secret }),
  output: User,
  errors: ['confirmation.invalid', 'account.exists', 'rate.exceeded'],
})

export const cancelUserEmail = endpoint({
  name: 'cancelUserEmail',
  method: 'DELETE',
  path: '/v1/user/pending-email',
  summary: 'Cancel an email change that isn’t confirmed yet.',
  credential: 'user',
  output: User,
})

export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'POST',
  path: '/v1/user/delete',
  summary:
    'Delete the account. Its open requests are withdrawn; signed documents stay valid for everyone else.',
  credential: 'user',
  duringSetup: true,
  body: z.object({
    password: z.optional(Secret),
    /** Instead of a password, if the account has none: its own email, typed in. */
    email: z.optional(Email),
  }),
  errors: [
    'validation.failed',
    'password.wrong',
    'rate.exceeded',
    'business.last_admin',
    'business.deletion_pending',
    'business.transfer_running',
  ],
})

export const acceptTerms = endpoint({
  name: 'acceptTerms',
  method: 'POST',
  path: '/v1/user/accept',
  summary: 'Accept the terms of use, a trust service’s terms, or a business invitation.',
  credential: 'user',
  duringSetup: true,
  body: z.object({
    business_invite: z.optional(z.literal(true)),
    gtc: z.optional(z.literal(true)),
    tou_swisscom: z.optional(z.literal(true)),
  }),
  output: User,
  errors: ['validation.failed', 'business.already_member', 'business.no_seat'],
})

export const getReferralToken = endpoint({
  name: 'getReferralToken',
  method: 'POST',
  path: '/v1/user/cello',
  summary: 'Get a short-lived token for the referral programme’s component.',
  credential: 'user',
  output: z.object({ productId: z.string(), token: z.string(), expires_at: Instant }),
  errors: ['feature.unavailable'],
})

export const getSignatureQualitiesDetail = endpoint({
  name: 'getSignatureQualitiesDetail',
  method: 'GET',
  path: '/v3/user/signature-qualities-detail',
  summary: 'Get the signature levels the account can use, and what the others require.',
  credential: 'user',
  output: z.object({
    highest: z.nullable(z.enum(['demo', 'ses', 'aes', 'qes'])),
    signatureQualities: SignatureQualities,
    details: z.array(
      z.object({
        quality: Quality,
        legislation: z.nullable(Legislation),
        available: z.boolean(),
        unmet: z.array(UnmetRequirement),
      }),
    ),
  }),
})

export const getDirectUser = endpoint({
  name: 'getDirectUser',
  method: 'GET',
  path: '/v1/direct/user',
  summary: 'Get the signer of a personal link, with a short-lived token for files and page images.',
  credential: 'direct',
  query: z.object({
    v2: z.optional(z.string()),
    /** Of the browser (IANA): emails to the signer name times in it. One that isn’t known is ignored. */
    timeZone: z.optional(line(60)),
  }),
  output: DirectUser,
  errors: ['auth.link_invalid', 'rate.exceeded'],
})

export const updateDirectUser = endpoint({
  name: 'updateDirectUser',
  method: 'PUT',
  path: '/v1/direct/user',
  summary:
    'Update the language or time zone of a signer who came by link, or their name or mobile number if the sender gave none.',
  credential: 'direct',
  body: z.object({
    firstName: z.optional(plainName(100, 1)),
    lastName: z.optional(plainName(100, 1)),
    attributes: z.optional(
      z.object({
        lang: z.optional(Language),
        /** IANA name: emails name times in it. */
        timeZone: z.optional(line(60)),
        /** Where codes go, if the sender gave no usable number. */
        mobile: z.optional(Phone),
      }),
    ),
  }),
  output: DirectUser,
  errors: ['auth.link_invalid', 'rate.exceeded', 'not_allowed', 'validation.failed'],
})

export const getDatetime = endpoint({
  name: 'getDatetime',
  method: 'GET',
  path: '/v1/datetime',
  summary: 'Get the server’s time.',
  credential: 'none',
  output: z.object({ datetime: Instant }),
})

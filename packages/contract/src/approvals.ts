import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SigningStatus } from './signature-request-shapes.ts'
import { Id, Language, queryLike, Secret } from './values.ts'

/** 7.6: the steps between requesting a signature and applying it. `id` is the approval's, from the step. */

const signatures = z.object({ signatures: z.array(SigningStatus) })
const byId = z.object({ id: Id })

export const proceed = endpoint({
  name: 'proceed',
  method: 'POST',
  path: '/v3/swisscom/proceed/{id}',
  summary: 'Check the trust service for the signer’s confirmation, and return the status.',
  credential: 'user',
  params: byId,
  /** What they approved with: password and code (true), or their phone. */
  body: z.object({ pwdotp: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])) }),
  output: signatures,
  errors: ['not_found', 'rate.exceeded', 'service.unavailable'],
})

export const proceedDirect = endpoint({
  ...proceed,
  name: 'proceedDirect',
  path: '/v3/direct/swisscom/proceed/{id}',
  credential: 'direct',
  errors: [...proceed.errors, 'auth.link_invalid'],
})

/** `id` is the signature request's. */
export const createPar = endpoint({
  name: 'createPar',
  method: 'POST',
  path: '/v3/mab/create-par/{id}/signatures/{sigId}',
  summary: 'Get the trust service’s page where the signer confirms, and the parameters it returns with.',
  credential: 'user-or-direct',
  params: z.object({ id: Id, sigId: Id }),
  body: z.object({
    language: z._default(Language, 'en'),
    /** Stored here and returned by `redirectSign`; not sent to the trust service. */
    redirect_query_params: z.optional(queryLike(2000)),
  }),
  output: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  errors: ['not_found', 'approval.over', 'signing.locked', 'service.unavailable', 'auth.link_invalid'],
})

/** `id` is the `state` the browser came back with, the secret by which the approval is found. */
export const redirectSign = endpoint({
  name: 'redirectSign',
  method: 'POST',
  path: '/v3/mab/redirect-sign/{id}',
  summary: 'Continue after the browser returns from the trust service.',
  credential: 'none',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  /** The query it came back with, as it is in the address or by its names. */
  body: z.object({ params: queryLike(8000) }),
  output: z.object({
    signatures: z.array(SigningStatus),
    /** As it was given to `createPar`. */
    redirect_query_params: z.nullable(queryLike(2000)),
    /** The page of another website that the signer left from within a frame; null unless the business allows that website. */
    return_url: z.nullable(z.string()),
    /** Whether the signer came by a link or has an account: decides which page comes next. */
    direct: z.boolean(),
  }),
  errors: ['not_found', 'approval.over', 'rate.exceeded', 'service.unavailable'],
})

export const reauthenticate = endpoint({
  name: 'reauthenticate',
  method: 'POST',
  path: '/v3/sign/reauthenticate/{id}',
  summary: 'Re-authenticate with a password (21 CFR 11.200).',
  credential: 'user',
  params: byId,
  body: z.object({
    password: Secret,
    /** The revision of the step that the signer sees: the call is refused if what will be signed has changed since. */
    revision: z.optional(z.int()),
  }),
  output: signatures,
  errors: [
    'not_found',
    'approval.over',
    'auth.company_sign_in_required',
    'signing.changed',
    'signing.quality_unavailable',
    'password.wrong',
    'rate.exceeded',
  ],
})

/** Leads to the company's provider; the browser returns to the request, and the returned query gives the approval. */
export const startReauthentication = endpoint({
  name: 'startReauthentication',
  method: 'POST',
  path: '/v3/sign/reauthenticate/{id}/sso',
  summary: 'Re-authenticate through company sign-in: returns where the browser goes.',
  credential: 'user',
  params: byId,
  body: z.object({
    /** The revision of the step that the signer sees: nothing else is signed. */
    revision: z.int(),
    /** 32 random bytes, in base64url or hexadecimal. The browser that follows the URL has to have them in the cookie `countersign.reauthentication`. */
    browserSecret: z.string().check(z.regex(/^[\w-]{43,64}$/)),
  }),
  output: z.object({ url: z.string() }),
  errors: [
    'not_found',
    'validation.failed',
    'approval.over',
    'signing.changed',
    'feature.unavailable',
    'service.unavailable',
  ],
})

export const cancelApproval = endpoint({
  name: 'cancelApproval',
  method: 'POST',
  path: '/v3/sign/cancel/{id}',
  summary: 'Cancel a signing that is waiting for the signer’s confirmation.',
  credential: 'user-or-direct',
  params: byId,
  output: signatures,
  errors: ['not_found', 'auth.link_invalid'],
})

export const resendTan = endpoint({
  name: 'resendTan',
  method: 'POST',
  path: '/v1/direct/tan/resend',
  summary: 'Resend the signing code.',
  credential: 'direct',
  /** Accepted because some clients send it; the text of the message is our own. */
  body: z.object({
    url: z.optional(z.string().check(z.maxLength(2000))),
    subject: z.optional(z.string().check(z.maxLength(500))),
    companyBranding: z.optional(z.unknown()),
  }),
  output: signatures,
  errors: [
    'not_found',
    'approval.over',
    'tan.expired',
    'tan.locked',
    'tan.no_more_resends',
    'signing.quality_unavailable',
    'rate.exceeded',
    'auth.link_invalid',
  ],
})

export const checkTan = endpoint({
  name: 'checkTan',
  method: 'POST',
  path: '/v1/direct/tan/check',
  summary: 'Submit the signing code.',
  credential: 'direct',
  body: z.object({ tan: Secret }),
  output: signatures,
  errors: [
    'not_found',
    'approval.over',
    'tan.invalid',
    'tan.expired',
    'tan.locked',
    'signing.quality_unavailable',
    'auth.link_invalid',
  ],
})

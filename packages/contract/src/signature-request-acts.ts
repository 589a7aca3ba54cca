import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SignatureRequest } from './signature-request-shapes.ts'
import { Email, Id, Instant, Language, plainName, text } from './values.ts'

/** 7.5: what people do with a request that is sent, besides signing it. */

const ById = z.object({ id: Id })
const message = z._default(text(2048), '')

export const declineSignatureRequest = endpoint({
  name: 'declineSignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests/{id}/decline',
  summary: 'Decline to sign. One decline ends the request for everybody.',
  credential: 'user',
  params: ById,
  body: z.object({ message }),
  output: SignatureRequest,
  errors: ['not_found', 'request.not_open', 'signature.not_in_turn', 'signature.already_signed'],
})

export const declineDirect = endpoint({
  ...declineSignatureRequest,
  name: 'declineDirect',
  path: '/v3/direct/signature-requests/{id}/decline',
  credential: 'direct',
  errors: [...declineSignatureRequest.errors, 'auth.link_invalid', 'rate.exceeded'],
})

export const withdrawSignatureRequest = endpoint({
  name: 'withdrawSignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests/{id}/withdraw',
  summary: 'Take an open request back. Whoever was asked is told, with the message.',
  credential: 'user',
  params: ById,
  body: z.object({ message }),
  output: SignatureRequest,
  errors: ['not_found', 'request.not_open'],
})

export const copySignatureRequest = endpoint({
  name: 'copySignatureRequest',
  method: 'POST',
  path: '/v3/signature-requests/{id}/copy',
  summary:
    'Make a draft of the same documents, people and places, whatever became of the request. Nobody is told.',
  credential: 'user',
  params: ById,
  output: SignatureRequest,
  status: 201,
  errors: ['not_found'],
})

export const deleteSignatureRequest = endpoint({
  name: 'deleteSignatureRequest',
  method: 'DELETE',
  path: '/v3/signature-requests/{id}',
  summary:
    'The owner of an open request withdraws it; a participant leaves it; the last one with access removes it for good.',
  credential: 'user',
  params: ById,
  output: z.object({ outcome: z.enum(['withdrawn', 'left', 'deleted']) }),
  errors: ['not_found', 'request.signature_pending', 'request.under_retention'],
})

export const remindSigners = endpoint({
  name: 'remindSigners',
  method: 'POST',
  path: '/v3/signature-requests/{id}/remind',
  summary: 'Mail those whose turn it is once more; each signer at most once an hour.',
  credential: 'user',
  params: ById,
  body: z.object({ signatureIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(500))) }),
  output: z.object({ reminded: z.array(Id), tooSoon: z.array(Id) }),
  errors: ['email.limit_reached', 'not_found', 'request.not_open', 'rate.exceeded', 'validation.failed'],
})

export const delegateSignature = endpoint({
  name: 'delegateSignature',
  method: 'POST',
  path: '/v3/signature-requests/{id}/delegate',
  summary: 'Hand one’s signature to somebody else. Both stay in the evidence.',
  credential: 'user-or-direct',
  params: ById,
  body: z.object({
    /** Which one, where several are one's own. */
    signatureId: z.optional(Id),
    email: Email,
    first_name: z.optional(z.nullable(plainName(100))),
    last_name: z.optional(z.nullable(plainName(100))),
    language: z.optional(Language),
    message,
  }),
  output: SignatureRequest,
  errors: [
    'email.limit_reached',
    'not_found',
    'request.not_open',
    'signature.not_in_turn',
    'signature.already_signed',
    'validation.failed',
    'auth.link_invalid',
    'rate.exceeded',
  ],
})

/** A document is changed by one signer at a time. */
const LockStatus = z.object({
  locked: z.boolean(),
  locked_by: z.nullable(z.string()),
  until: z.nullable(Instant),
})

export const getLockStatus = endpoint({
  name: 'getLockStatus',
  method: 'GET',
  path: '/v3/signature-requests/{id}/lock-status',
  summary: 'Is somebody else signing just now?',
  credential: 'user',
  params: ById,
  output: LockStatus,
  errors: ['not_found'],
})

export const getDirectLockStatus = endpoint({
  ...getLockStatus,
  name: 'getDirectLockStatus',
  path: '/v3/direct/signature-requests/{id}/lock-status',
  credential: 'direct',
  errors: ['not_found', 'auth.link_invalid', 'rate.exceeded'],
})

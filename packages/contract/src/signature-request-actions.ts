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
  summary: 'Decline to sign. This ends the request for everyone.',
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
  summary: 'Withdraw an open request. Its signers are emailed, with the message.',
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
    'Duplicate a signature request in any state: a draft with the same documents, signers and fields. No emails are sent.',
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
    'Delete a signature request: the owner of an open request withdraws it, a participant leaves it, and the last person with access deletes it permanently.',
  credential: 'user',
  params: ById,
  output: z.object({ outcome: z.enum(['withdrawn', 'left', 'deleted']) }),
  errors: ['not_found', 'request.signature_pending', 'request.under_retention'],
})

export const remindSigners = endpoint({
  name: 'remindSigners',
  method: 'POST',
  path: '/v3/signature-requests/{id}/remind',
  summary: 'Remind the signers whose turn it is, at most once an hour each.',
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
  summary: 'Delegate a signature to someone else. The audit trail shows both people.',
  credential: 'user-or-direct',
  params: ById,
  body: z.object({
    /** Which one, if the caller has several. */
    signatureId: z.optional(Id),
    email: Email,
    first_name: z.optional(z.nullable(plainName(100))),
    last_name: z.optional(z.nullable(plainName(100))),
    language: z.optional(Language),
    message,
  }),
  output: z.extend(SignatureRequest, {
    /** What had been filled in was discarded: the next person fills in the fields themselves. */
    input_discarded: z.boolean(),
  }),
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

export const previewInvitation = endpoint({
  name: 'previewInvitation',
  method: 'GET',
  path: '/v3/signature-requests/{id}/signatures/{sigId}/invitation-preview',
  summary: 'Preview the email that a signer gets when the draft is sent, in the language chosen for them.',
  credential: 'user',
  params: z.object({ id: Id, sigId: Id }),
  output: z.object({ language: Language, subject: z.string(), text: z.string() }),
  errors: ['not_found', 'request.no_documents', 'request.no_signers', 'request.not_draft'],
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
  summary: 'Check whether someone else is signing right now.',
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

import { documentErrors } from '../documents.ts'
import type { ErrorKey } from '../errors.ts'

const paid: ErrorKey[] = ['business.payment_required', 'plan.not_included']
const create: ErrorKey[] = [...paid, 'not_found', 'validation.failed', ...documentErrors]
const send: ErrorKey[] = [
  ...paid,
  'plan.signatures_exhausted',
  'signing.quality_unavailable',
  'email.limit_reached',
  'not_found',
  'request.not_draft',
  'request.no_documents',
  'request.no_signers',
  'request.document_without_signer',
  'validation.failed',
]
const change: ErrorKey[] = [
  ...send,
  'signing.locked',
  'request.already_signed',
  'request.not_open',
  'request.changed',
]

/** What calls of API users about signature requests and documents are refused with. */
export const signatureRequestErrors = { create, send, change }

import type { ErrorKey } from '../errors.ts'

const document: ErrorKey[] = [
  'document.not_a_pdf',
  'document.office_not_taken',
  'document.conversion_failed',
  'document.too_large',
  'document.damaged',
  'document.unsupported_filter',
  'document.encrypted',
  'document.signed_and_encrypted',
  'document.no_pages',
  'document.too_many_pages',
  'document.certified_no_changes',
  'document.certified_no_free_field',
  'document.not_signable',
  'document.field_locked',
  'document.active_content',
  'document.dynamic_form',
  'document.signed_and_damaged',
  'document.too_complex',
]
const paid: ErrorKey[] = ['business.payment_required', 'plan.not_included']
const create: ErrorKey[] = [...paid, 'not_found', 'validation.failed', ...document]
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
export const signatureRequestErrors = { create, send, change, document }

import type { I18n, MessageDescriptor } from '@lingui/core'
import { CallError, type FailureKey } from './call-error.ts'

/** What happened, that nothing was lost, what to do: for every key the api can answer. */
export const errorWording: Record<FailureKey, MessageDescriptor> = {
  'validation.failed': /*i18n*/ {
    id: 'error.validation.failed',
    message: 'Something in the form is not right yet. Nothing was lost. Please correct the marked fields.',
  },
  'request.malformed': /*i18n*/ {
    id: 'error.request.malformed',
    message:
      'The service could not read what was sent. Nothing was lost. Please load the page again and retry.',
  },
  'confirmation.invalid': /*i18n*/ {
    id: 'error.confirmation.invalid',
    message:
      'This link is wrong, already used or older than 24 hours. Nothing was lost. Please ask for a new one.',
  },
  'password.weak': /*i18n*/ {
    id: 'error.password.weak',
    message:
      'This password is too easy to guess. Nothing was lost. Please choose a longer or less common one.',
  },
  'terms.not_accepted': /*i18n*/ {
    id: 'error.terms.not_accepted',
    message: 'The terms have not been accepted yet. Nothing was lost. Please accept them to go on.',
  },
  'auth.required': /*i18n*/ {
    id: 'error.auth.required',
    message: 'You are not signed in any more. What was saved is still there. Please sign in again.',
  },
  'auth.credentials_invalid': /*i18n*/ {
    id: 'error.auth.credentials_invalid',
    message: 'The e-mail or the password is wrong. Nothing was changed. Please check both and try again.',
  },
  'auth.link_invalid': /*i18n*/ {
    id: 'error.auth.link_invalid',
    message:
      'This link is wrong or no longer valid. Nothing was lost. Please open the newest mail or ask the sender for a new link.',
  },
  'auth.token_expired': /*i18n*/ {
    id: 'error.auth.token_expired',
    message: 'Your session has ended. What was saved is still there. Please sign in again.',
  },
  not_allowed: /*i18n*/ {
    id: 'error.not_allowed',
    message: 'This is not yours to do. Nothing was changed. Please ask the owner of the signature request.',
  },
  not_found: /*i18n*/ {
    id: 'error.not_found',
    message:
      'There is nothing here that you may see. Nothing was lost. Please check the address or go back to your documents.',
  },
  'method.not_allowed': /*i18n*/ {
    id: 'error.method.not_allowed',
    message: 'The service does not take this kind of call. Nothing was changed. Please load the page again.',
  },
  'account.exists': /*i18n*/ {
    id: 'error.account.exists',
    message: 'There is an account with this e-mail already. Nothing was changed. Please sign in with it.',
  },
  'request.not_draft': /*i18n*/ {
    id: 'error.request.not_draft',
    message:
      'This signature request has been sent already. Nothing was changed. Please open it to see where it stands.',
  },
  'request.not_open': /*i18n*/ {
    id: 'error.request.not_open',
    message:
      'This signature request is not open any more. Nothing was changed. Please open it to see where it stands.',
  },
  'request.already_signed': /*i18n*/ {
    id: 'error.request.already_signed',
    message:
      'Somebody has signed already, so this cannot change any more. The signatures are safe. Please make a new request for the change.',
  },
  'request.no_documents': /*i18n*/ {
    id: 'error.request.no_documents',
    message: 'There is no document in this signature request yet. Nothing was lost. Please add at least one.',
  },
  'request.no_signers': /*i18n*/ {
    id: 'error.request.no_signers',
    message: 'There is nobody to sign yet. Nothing was lost. Please add at least one person.',
  },
  'request.too_many_documents': /*i18n*/ {
    id: 'error.request.too_many_documents',
    message:
      'A signature request takes at most 50 documents. Those already there are safe. Please send the others in a second request.',
  },
  'request.changed': /*i18n*/ {
    id: 'error.request.changed',
    message:
      'Somebody changed this in the meantime. Their version is saved. Please load it again and repeat your change.',
  },
  'signature.not_in_turn': /*i18n*/ {
    id: 'error.signature.not_in_turn',
    message:
      'Somebody else has to sign first. Nothing was lost. You will get an e-mail when it is your turn.',
  },
  'signature.already_signed': /*i18n*/ {
    id: 'error.signature.already_signed',
    message: 'You have signed this already. Your signature is safe. There is nothing left to do.',
  },
  'idempotency.running': /*i18n*/ {
    id: 'error.idempotency.running',
    message:
      'The same action is still being carried out. Nothing was lost. Please wait a moment and look again.',
  },
  'document.too_large': /*i18n*/ {
    id: 'error.document.too_large',
    message:
      'The file is too large. It was not added, and nothing else was lost. Please make it smaller than 112.5 MB.',
  },
  'media.unsupported': /*i18n*/ {
    id: 'error.media.unsupported',
    message:
      'This kind of file is not taken here. It was not added, and nothing else was lost. Please use a PDF.',
  },
  'document.not_a_pdf': /*i18n*/ {
    id: 'error.document.not_a_pdf',
    message:
      'This file is not a PDF. It was not added, and nothing else was lost. Please save it as a PDF first.',
  },
  'document.damaged': /*i18n*/ {
    id: 'error.document.damaged',
    message:
      'This PDF is damaged beyond repair. It was not added, and nothing else was lost. Please export it again from where it was made.',
  },
  'document.encrypted': /*i18n*/ {
    id: 'error.document.encrypted',
    message:
      'This PDF is protected by a password. It was not added, and nothing else was lost. Please save a copy without the password.',
  },
  'document.no_pages': /*i18n*/ {
    id: 'error.document.no_pages',
    message:
      'This PDF has no pages. It was not added, and nothing else was lost. Please choose another file.',
  },
  'document.too_many_pages': /*i18n*/ {
    id: 'error.document.too_many_pages',
    message:
      'This PDF has too many pages. It was not added, and nothing else was lost. Please split it into parts.',
  },
  'document.certified_no_changes': /*i18n*/ {
    id: 'error.document.certified_no_changes',
    message:
      'The author certified this PDF against any change, a signature included. It was not added. Please ask the author for another copy.',
  },
  'document.field_locked': /*i18n*/ {
    id: 'error.document.field_locked',
    message:
      'An earlier signature locks the fields of this PDF. It was not added, and nothing else was lost. Please ask for a copy without that lock.',
  },
  'document.active_content': /*i18n*/ {
    id: 'error.document.active_content',
    message:
      'This PDF contains programs that run when it is opened. It was not added, and nothing else was lost. Please print it to a new PDF.',
  },
  'document.signed_and_damaged': /*i18n*/ {
    id: 'error.document.signed_and_damaged',
    message:
      'This PDF is signed and damaged: repairing it would break its signatures. It was not added. Please get an intact copy.',
  },
  'document.too_complex': /*i18n*/ {
    id: 'error.document.too_complex',
    message:
      'This PDF takes more time or memory than allowed. Nothing else was lost. Please print it to a new PDF and try that one.',
  },
  'idempotency.mismatch': /*i18n*/ {
    id: 'error.idempotency.mismatch',
    message:
      'The same action came twice with different content. Only the first was carried out. Please load the page again.',
  },
  'rate.exceeded': /*i18n*/ {
    id: 'error.rate.exceeded',
    message: 'There were too many tries. Nothing was lost. Please wait a little and try again.',
  },
  internal: /*i18n*/ {
    id: 'error.internal',
    message: 'Something went wrong on our side. What was saved is still there. Please try again in a moment.',
  },
  'service.saturated': /*i18n*/ {
    id: 'error.service.saturated',
    message: 'The service is very busy. Nothing was lost. Please try again in a moment.',
  },
  'service.unavailable': /*i18n*/ {
    id: 'error.service.unavailable',
    message: 'A part of the service is away for a moment. Nothing was lost. Please try again shortly.',
  },
  network: /*i18n*/ {
    id: 'error.network',
    message:
      'There is no connection to the service. Nothing was lost. Please check your network and try again.',
  },
}

function isFailureKey(key: string): key is FailureKey {
  return Object.hasOwn(errorWording, key)
}

/** Any failure in the words of the person's language; what nobody foresaw is our fault. */
export function describeFailure(failure: unknown, i18n: I18n): string {
  const key = failure instanceof CallError && isFailureKey(failure.key) ? failure.key : 'internal'
  const words = i18n._(errorWording[key])
  return failure instanceof CallError && failure.id ? `${words} (${failure.id})` : words
}

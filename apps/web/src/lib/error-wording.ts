import type { MessageDescriptor } from '@lingui/core'
import type { FailureKey } from './call-error.ts'

/**
 * What happened, that nothing was lost, what to do. Nothing imports these words: they are extracted into the catalogs
 * under `error.{key}` and looked up there, so that no page carries the English ones besides its own language's.
 */
export const accountErrors = {
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
    message: 'This link is wrong, already used or too old. Nothing was lost. Please ask for a new one.',
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
    message: 'The email or the password is wrong. Nothing was changed. Please check both and try again.',
  },
  'auth.link_invalid': /*i18n*/ {
    id: 'error.auth.link_invalid',
    message:
      'This link is wrong or no longer valid. Nothing was lost. Please open the newest email or ask the sender for a new link.',
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
    message: 'There is an account with this email already. Nothing was changed. Please sign in with it.',
  },
  'idempotency.running': /*i18n*/ {
    id: 'error.idempotency.running',
    message:
      'The same action is still being carried out. Nothing was lost. Please wait a moment and look again.',
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
    message: 'The service is very busy. Nothing was lost. Please wait a moment or try again.',
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
} satisfies Partial<Record<FailureKey, MessageDescriptor>>

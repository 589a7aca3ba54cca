import type { MessageDescriptor } from '@lingui/core'
import type { FailureKey } from '../calls/call-error.ts'

/**
 * What happened, that nothing was lost, what to do. Nothing imports these words: they are extracted into the catalogs
 * under `error.{key}` and looked up there, so that no page carries the English ones besides its own language's.
 */
export const accountErrors = {
  'validation.failed': /*i18n*/ {
    id: 'error.validation.failed',
    message: 'Some entries are invalid. Please correct the marked fields.',
  },
  'request.malformed': /*i18n*/ {
    id: 'error.request.malformed',
    message: 'The service couldn’t read the request. Please reload the page and try again.',
  },
  'confirmation.invalid': /*i18n*/ {
    id: 'error.confirmation.invalid',
    message: 'This link is invalid, already used or expired. Please request a new one.',
  },
  'password.weak': /*i18n*/ {
    id: 'error.password.weak',
    message: 'This password is too easy to guess. Choose a longer or less common one.',
  },
  'terms.not_accepted': /*i18n*/ {
    id: 'error.terms.not_accepted',
    message: 'You haven’t accepted the terms yet. Please accept them to continue.',
  },
  'auth.required': /*i18n*/ {
    id: 'error.auth.required',
    message: 'You’ve been signed out. Your saved work is safe. Please sign in again.',
  },
  'auth.credentials_invalid': /*i18n*/ {
    id: 'error.auth.credentials_invalid',
    message: 'Incorrect email or password. Please check both and try again.',
  },
  'auth.link_invalid': /*i18n*/ {
    id: 'error.auth.link_invalid',
    message: 'This link is invalid or has expired. Open the latest email or ask the sender for a new link.',
  },
  'auth.token_expired': /*i18n*/ {
    id: 'error.auth.token_expired',
    message: 'Your session has expired. Your saved work is safe. Please sign in again.',
  },
  not_allowed: /*i18n*/ {
    id: 'error.not_allowed',
    message: 'You don’t have permission to do this. Please ask the owner of the signature request.',
  },
  not_found: /*i18n*/ {
    id: 'error.not_found',
    message: 'Page not found, or you don’t have access. Check the address or return to your documents.',
  },
  'method.not_allowed': /*i18n*/ {
    id: 'error.method.not_allowed',
    message: 'The service doesn’t support this request. Please reload the page.',
  },
  'account.exists': /*i18n*/ {
    id: 'error.account.exists',
    message: 'There’s already an account for this email. Please sign in.',
  },
  'idempotency.running': /*i18n*/ {
    id: 'error.idempotency.running',
    message: 'The same action is still in progress. Please wait a moment and check again.',
  },
  'idempotency.done': /*i18n*/ {
    id: 'error.idempotency.done',
    message:
      'This has already been done, but the result can’t be shown again. Please reload the page and check before you try again.',
  },
  'rate.exceeded': /*i18n*/ {
    id: 'error.rate.exceeded',
    message: 'Too many attempts. Please wait a moment and try again.',
  },
  internal: /*i18n*/ {
    id: 'error.internal',
    message: 'Something went wrong on our side. Your saved work is safe. Please try again in a moment.',
  },
  'service.saturated': /*i18n*/ {
    id: 'error.service.saturated',
    message: 'The service is very busy. Please wait a moment and try again.',
  },
  'service.unavailable': /*i18n*/ {
    id: 'error.service.unavailable',
    message: 'Part of the service is temporarily unavailable. Please try again shortly.',
  },
  network: /*i18n*/ {
    id: 'error.network',
    message: 'We can’t reach the service. Check your connection and try again.',
  },
  outdated: /*i18n*/ {
    id: 'error.outdated',
    message:
      'This part of the page can’t be loaded, perhaps because of an update. Copy what you haven’t saved, then reload the page.',
  },
} satisfies Partial<Record<FailureKey, MessageDescriptor>>

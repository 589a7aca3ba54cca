import type { MessageDescriptor } from '@lingui/core'
import type { FailureKey } from './call-error.ts'

/** The errors of one's own account: its second factors, its password, its pictures. */
export const profileErrors = {
  'second_factor.code_invalid': /*i18n*/ {
    id: 'error.second_factor.code_invalid',
    message:
      'The code is wrong or no longer valid. Nothing was changed. Please type the newest code, or wait for the next one.',
  },
  'second_factor.passkey_invalid': /*i18n*/ {
    id: 'error.second_factor.passkey_invalid',
    message: 'The passkey was not accepted. Nothing was changed. Please try again, or use another way.',
  },
  'second_factor.exists': /*i18n*/ {
    id: 'error.second_factor.exists',
    message: 'This is set up already. Nothing was changed. Please load the page again.',
  },
  'second_factor.too_many': /*i18n*/ {
    id: 'error.second_factor.too_many',
    message: 'You can set up at most 10. Nothing was changed. Please remove one that you no longer use.',
  },
  'auth.second_factor_required': /*i18n*/ {
    id: 'error.auth.second_factor_required',
    message: 'Signing in takes a second step. Nothing was changed. Please sign in again.',
  },
  'password.wrong': /*i18n*/ {
    id: 'error.password.wrong',
    message: 'The password is wrong. Nothing was changed. Please type the password you sign in with.',
  },
  'password.change_required': /*i18n*/ {
    id: 'error.password.change_required',
    message: 'Your password is too easy to guess. Nothing was lost. Please change it first.',
  },
  'terms.acceptance_required': /*i18n*/ {
    id: 'error.terms.acceptance_required',
    message: 'The terms have not been accepted yet. Nothing was lost. Please accept them to go on.',
  },
  'identity.taken': /*i18n*/ {
    id: 'error.identity.taken',
    message:
      'This identity of your company belongs to another account. Nothing was changed. Please sign out and sign in through your company.',
  },
  'retention.set_by_business': /*i18n*/ {
    id: 'error.retention.set_by_business',
    message:
      'Your business has set the rule of auto-deletion. Nothing was changed. Please ask one of its administrators.',
  },
  'visual_signature.too_many': /*i18n*/ {
    id: 'error.visual_signature.too_many',
    message:
      'You can keep at most 25 signatures. Nothing was changed. Please delete one that you no longer use.',
  },
  'feature.unavailable': /*i18n*/ {
    id: 'error.feature.unavailable',
    message: 'This is not set up on this installation. Nothing was changed. Please ask whoever runs it.',
  },
  'image.invalid': /*i18n*/ {
    id: 'error.image.invalid',
    message:
      'This file is not a picture that can be read. Nothing was changed. Please use a PNG, JPEG or WebP file.',
  },
  'image.too_large': /*i18n*/ {
    id: 'error.image.too_large',
    message:
      'The picture is larger than 10 MB or 40 million pixels. Nothing was changed. Please make it smaller.',
  },
} satisfies Partial<Record<FailureKey, MessageDescriptor>>

import type { MessageDescriptor } from '@lingui/core'
import type { FailureKey } from '../calls/call-error.ts'

/** The errors of one's own account: its second factors, its password, its pictures. */
export const profileErrors = {
  'second_factor.code_invalid': /*i18n*/ {
    id: 'error.second_factor.code_invalid',
    message:
      'Incorrect or expired code. Enter the latest one. If it’s refused again, check that your phone sets its time automatically.',
  },
  'second_factor.passkey_invalid': /*i18n*/ {
    id: 'error.second_factor.passkey_invalid',
    message: 'The passkey wasn’t accepted. Try again, or use another method.',
  },
  'second_factor.exists': /*i18n*/ {
    id: 'error.second_factor.exists',
    message: 'This is already set up. Please reload the page.',
  },
  'second_factor.too_many': /*i18n*/ {
    id: 'error.second_factor.too_many',
    message: 'You can set up to 10. Remove one you no longer use.',
  },
  'auth.second_factor_required': /*i18n*/ {
    id: 'error.auth.second_factor_required',
    message: 'Signing in requires two-factor authentication. Please sign in again.',
  },
  'password.wrong': /*i18n*/ {
    id: 'error.password.wrong',
    message: 'Incorrect password. Enter the password you sign in with.',
  },
  'password.change_required': /*i18n*/ {
    id: 'error.password.change_required',
    message: 'Your password is too easy to guess. Please change it first.',
  },
  'terms.acceptance_required': /*i18n*/ {
    id: 'error.terms.acceptance_required',
    message: 'You haven’t accepted the terms yet. Please accept them to continue.',
  },
  'identity.taken': /*i18n*/ {
    id: 'error.identity.taken',
    message: 'This company identity belongs to another account. Sign out, then sign in through your company.',
  },
  'retention.set_by_business': /*i18n*/ {
    id: 'error.retention.set_by_business',
    message: 'Your business manages the auto-deletion rule. Please ask one of its administrators.',
  },
  'visual_signature.too_many': /*i18n*/ {
    id: 'error.visual_signature.too_many',
    message: 'You can have up to 25 signatures. Delete one you no longer use.',
  },
  'feature.unavailable': /*i18n*/ {
    id: 'error.feature.unavailable',
    message: 'This isn’t set up on this installation. Please contact its operator.',
  },
  'image.invalid': /*i18n*/ {
    id: 'error.image.invalid',
    message: 'This file can’t be read as an image. Use a PNG, JPEG or WebP file.',
  },
  'image.too_large': /*i18n*/ {
    id: 'error.image.too_large',
    message: 'The image is larger than 10 MB or 40 megapixels. Please make it smaller.',
  },
  'image.too_complex': /*i18n*/ {
    id: 'error.image.too_complex',
    message: 'Processing this image takes too long. Save it in a smaller size and try again.',
  },
} satisfies Partial<Record<FailureKey, MessageDescriptor>>

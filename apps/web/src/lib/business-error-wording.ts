import type { MessageDescriptor } from '@lingui/core'

/** The errors of a business's pages and of its seals. */
export const businessErrors = {
  'business.not_allowed': /*i18n*/ {
    id: 'error.business.not_allowed',
    message:
      'Only the administrators of your business may do this. Nothing was changed. Please ask one of them.',
  },
  'business.member_locked': /*i18n*/ {
    id: 'error.business.member_locked',
    message:
      'Your business has no seat for you at the moment, or is locked. Nothing was lost. Please ask one of its administrators.',
  },
  'business.already_member': /*i18n*/ {
    id: 'error.business.already_member',
    message:
      'You belong to a business already. Nothing was changed. Please leave that one first, in your profile.',
  },
  'business.last_admin': /*i18n*/ {
    id: 'error.business.last_admin',
    message:
      'A business keeps at least one administrator. Nothing was changed. Please make somebody else one first.',
  },
  'business.no_seat': /*i18n*/ {
    id: 'error.business.no_seat',
    message:
      'The business has no seat left. Nothing was changed. Please ask one of its administrators for a seat.',
  },
  'business.not_being_deleted': /*i18n*/ {
    id: 'error.business.not_being_deleted',
    message: 'This business is not going to be deleted. Nothing was changed. Please load the page again.',
  },
  'business.too_many_domains': /*i18n*/ {
    id: 'error.business.too_many_domains',
    message: 'A business claims at most 50 domains. Nothing was changed. Please give up one of them first.',
  },
  'business.too_many_api_users': /*i18n*/ {
    id: 'error.business.too_many_api_users',
    message: 'A business keeps at most 100 API users. Nothing was changed. Please delete one of them first.',
  },
  'api_user.credentials_invalid': /*i18n*/ {
    id: 'error.api_user.credentials_invalid',
    message:
      'The user name or the key of the API user is wrong. Nothing was changed. Please check both and try again.',
  },
  'api_user.not_opened': /*i18n*/ {
    id: 'error.api_user.not_opened',
    message:
      'The key of this API user does not open this call. Nothing was changed. Please ask an administrator of the business.',
  },
  'seal.not_allowed': /*i18n*/ {
    id: 'error.seal.not_allowed',
    message:
      'You have no right on this seal. Nothing was signed. Please ask an administrator of your business for it.',
  },
  'seal.not_ready': /*i18n*/ {
    id: 'error.seal.not_ready',
    message:
      'This seal cannot be used just now. Nothing was signed. Please choose another signature, or ask an administrator of your business.',
  },
} satisfies Record<string, MessageDescriptor>

import type { MessageDescriptor } from '@lingui/core'

/** The errors of a business's pages and of its seals. */
export const businessErrors = {
  'business.not_allowed': /*i18n*/ {
    id: 'error.business.not_allowed',
    message: 'Only administrators of your business can do this. Please ask one of them.',
  },
  'business.member_locked': /*i18n*/ {
    id: 'error.business.member_locked',
    message: 'Your business has no seat for you, or is locked. Please ask one of its administrators.',
  },
  'business.already_member': /*i18n*/ {
    id: 'error.business.already_member',
    message: 'You already belong to a business. Leave it in your profile first.',
  },
  'business.last_admin': /*i18n*/ {
    id: 'error.business.last_admin',
    message: 'A business needs at least one administrator. Make someone else an administrator first.',
  },
  'business.deletion_pending': /*i18n*/ {
    id: 'error.business.deletion_pending',
    message:
      'Your business needs an administrator until it’s deleted. Make someone else an administrator first, or delete your account afterwards.',
  },
  'business.transfer_running': /*i18n*/ {
    id: 'error.business.transfer_running',
    message: 'What you made for your business is still being transferred. Please try again in a few minutes.',
  },
  'business.no_seat': /*i18n*/ {
    id: 'error.business.no_seat',
    message: 'The business has no seats left. Please ask one of its administrators for a seat.',
  },
  'business.not_being_deleted': /*i18n*/ {
    id: 'error.business.not_being_deleted',
    message: 'This business isn’t scheduled for deletion. Please reload the page.',
  },
  'business.too_many_domains': /*i18n*/ {
    id: 'error.business.too_many_domains',
    message: 'A business can have up to 50 domains. Remove one first.',
  },
  'business.too_many_scim_tokens': /*i18n*/ {
    id: 'error.business.too_many_scim_tokens',
    message: 'A business can have up to 5 SCIM tokens. Revoke one first.',
  },
  'business.too_many_api_users': /*i18n*/ {
    id: 'error.business.too_many_api_users',
    message: 'A business can have up to 100 API users. Delete one first.',
  },
  'identity_provider.required': /*i18n*/ {
    id: 'error.identity_provider.required',
    message: 'Company sign-in is required. Stop requiring it before you change the issuer or the client ID.',
  },
  'identity_provider.not_tested': /*i18n*/ {
    id: 'error.identity_provider.not_tested',
    message: 'Test the sign-in first, as yourself and with an email at a verified domain.',
  },
  'callback.secret_shown': /*i18n*/ {
    id: 'error.callback.secret_shown',
    message: 'This secret has already been shown. Rotate it to get a new one.',
  },
  'callback.api_user_deleted': /*i18n*/ {
    id: 'error.callback.api_user_deleted',
    message: 'The API user of this callback was deleted, so it can’t be delivered again.',
  },
  'api_user.credentials_invalid': /*i18n*/ {
    id: 'error.api_user.credentials_invalid',
    message: 'Incorrect API user name or key. Please check both and try again.',
  },
  'api_user.token_invalid': /*i18n*/ {
    id: 'error.api_user.token_invalid',
    message: 'The API user’s token is invalid or has expired. Sign in again.',
  },
  'api_user.key_expired': /*i18n*/ {
    id: 'error.api_user.key_expired',
    message: 'The API user’s key has expired. Please create a new one.',
  },
  'api_user.not_opened': /*i18n*/ {
    id: 'error.api_user.not_opened',
    message:
      'This API user doesn’t have permission for this call. Please ask an administrator of the business.',
  },
  'seal.demonstration': /*i18n*/ {
    id: 'error.seal.demonstration',
    message: 'API users in the DEMO environment can’t seal. Use one in the PRODUCTION environment.',
  },
  'seal.not_allowed': /*i18n*/ {
    id: 'error.seal.not_allowed',
    message: 'You don’t have permission to use this seal. Please ask an administrator of your business.',
  },
  'seal.not_ready': /*i18n*/ {
    id: 'error.seal.not_ready',
    message:
      'This seal is unavailable right now. Choose another signature, or ask an administrator of your business.',
  },
} satisfies Record<string, MessageDescriptor>

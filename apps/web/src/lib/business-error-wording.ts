import type { MessageDescriptor } from '@lingui/core'

/** The errors of a business's pages and of its seals. */
export const businessErrors = {
  'business.not_allowed': /*i18n*/ {
    id: 'error.business.not_allowed',
    message:
      'Only the administrators of your business may do this. Nothing was changed. Please ask one of them.',
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

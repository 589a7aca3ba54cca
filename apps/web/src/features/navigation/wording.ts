import type { MessageDescriptor } from '@lingui/core'

/** Messages that are looked up by their id: extracted into the catalogs, imported by nobody. */
export const navigationWording = {
  'business.not_allowed': /*i18n*/ {
    id: 'navigation.business.not_allowed',
    message: 'Only the administrators of your business can open this page. Please ask one of them.',
  },
  userToken: /*i18n*/ {
    id: 'error.user_token',
    message: 'The sign-in of this link is no longer valid. Please sign in yourself.',
  },
  genericSupport: /*i18n*/ {
    id: 'global.error.generic_support',
    message:
      'That did not work. Nothing was changed. Please try again, or write to the support if it goes on.',
  },
} satisfies Record<string, MessageDescriptor>

import type { MessageDescriptor } from '@lingui/core'

/** Messages that are looked up by their id: extracted into the catalogs, imported by nobody. */
export const navigationWording = {
  'business.not_allowed': /*i18n*/ {
    id: 'navigation.business.not_allowed',
    message: 'Only administrators of your business can open this page. Please ask one of them.',
  },
  userToken: /*i18n*/ {
    id: 'error.user_token',
    message: 'This sign-in link is no longer valid. Please sign in.',
  },
  genericSupport: /*i18n*/ {
    id: 'global.error.generic_support',
    message: 'That didn’t work. Please try again, or contact support if the problem persists.',
  },
} satisfies Record<string, MessageDescriptor>

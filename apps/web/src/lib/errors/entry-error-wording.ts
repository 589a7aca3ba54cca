import type { MessageDescriptor } from '@lingui/core'

/** What signing in and signing up is refused with where the company has a say in it. */
export const entryErrors = {
  'auth.company_sign_in_required': /*i18n*/ {
    id: 'error.auth.company_sign_in_required',
    message:
      'Sign in with your company: your business requires it. If the account isn’t your company’s, check your password.',
  },
} satisfies Record<string, MessageDescriptor>

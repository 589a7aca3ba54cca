import type { MessageDescriptor } from '@lingui/core'
import type { FailureKey } from '../calls/call-error.ts'

/** A body that is too large: with the words of each part where much is typed, and with those of an account. */
export const sizeErrors = {
  'request.too_large': /*i18n*/ {
    id: 'error.request.too_large',
    message: 'This is too much to save at once. Remove some of it and try again.',
  },
} satisfies Partial<Record<FailureKey, MessageDescriptor>>

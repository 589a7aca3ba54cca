import type { MessageDescriptor } from '@lingui/core'

/** The errors of advanced and qualified signatures: their lock, approval and codes. */
export const approvalErrors = {
  'signing.locked': /*i18n*/ {
    id: 'error.signing.locked',
    message: 'Someone else is signing right now. Please try again in a few minutes.',
  },
  'signing.too_late': /*i18n*/ {
    id: 'error.signing.too_late',
    message:
      'You have already signed this. The signature has the name and reason you gave before. Open the document to see it.',
  },
  'signing.changed': /*i18n*/ {
    id: 'error.signing.changed',
    message: 'What you sign has changed in another tab. Nothing was signed. Check it below, then sign again.',
  },
  'signing.identification_required': /*i18n*/ {
    id: 'error.signing.identification_required',
    message: 'This signature requires identity verification. Verify your identity first, then sign.',
  },
  'signing.requirements_unmet': /*i18n*/ {
    id: 'error.signing.requirements_unmet',
    message:
      'We need more details from you before you can sign. Nothing was signed. Open the document and choose “Sign” to add them.',
  },
  'signing.quality_unavailable': /*i18n*/ {
    id: 'error.signing.quality_unavailable',
    message: 'This signature level isn’t available to you. Please ask the sender for another.',
  },
  'identification.not_covered': /*i18n*/ {
    id: 'error.identification.not_covered',
    message: 'This option isn’t included in your account. Please choose another option.',
  },
  'identification.succeeded': /*i18n*/ {
    id: 'error.identification.succeeded',
    message: 'Your identity has already been verified. Go back to continue.',
  },
  'approval.over': /*i18n*/ {
    id: 'error.approval.over',
    message: 'This confirmation has expired. Please sign again.',
  },
  'tan.invalid': /*i18n*/ {
    id: 'error.tan.invalid',
    message: 'Incorrect code. Check the message and enter it again.',
  },
  'tan.expired': /*i18n*/ {
    id: 'error.tan.expired',
    message: 'The code has expired. Go back and sign again to get a new one.',
  },
  'tan.locked': /*i18n*/ {
    id: 'error.tan.locked',
    message: 'Too many incorrect codes. Nothing was signed. Go back and sign again to get a new code.',
  },
  'tan.no_more_resends': /*i18n*/ {
    id: 'error.tan.no_more_resends',
    message: 'No resends left. Go back and sign again to get a new code.',
  },
} satisfies Record<string, MessageDescriptor>

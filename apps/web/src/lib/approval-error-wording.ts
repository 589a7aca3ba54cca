import type { MessageDescriptor } from '@lingui/core'

/** The errors that come with a signature of weight: its lock, its approval and its codes. */
export const approvalErrors = {
  'signing.locked': /*i18n*/ {
    id: 'error.signing.locked',
    message: 'Somebody else is signing this just now. Nothing was lost. Please try again in a few minutes.',
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
    message:
      'This signature takes an identification first. Nothing was signed. Please identify yourself, then sign.',
  },
  'signing.requirements_unmet': /*i18n*/ {
    id: 'error.signing.requirements_unmet',
    message:
      'We need more details from you before you can sign. Nothing was signed. Open the document and choose “Sign” to add them.',
  },
  'signing.quality_unavailable': /*i18n*/ {
    id: 'error.signing.quality_unavailable',
    message:
      'This kind of signature is not offered to you here. Nothing was signed. Please ask the sender for another.',
  },
  'identification.not_covered': /*i18n*/ {
    id: 'error.identification.not_covered',
    message:
      'Nobody pays for this way of proving who you are. Nothing was started. Please choose one of the other ways.',
  },
  'identification.succeeded': /*i18n*/ {
    id: 'error.identification.succeeded',
    message:
      'This identification has succeeded already. Nothing was changed. Please go back: you can use it as it is.',
  },
  'approval.over': /*i18n*/ {
    id: 'error.approval.over',
    message: 'This approval is over. Nothing was lost. Please press “Sign” again.',
  },
  'tan.invalid': /*i18n*/ {
    id: 'error.tan.invalid',
    message: 'The code is wrong. Nothing was signed. Please look at the message again and type it anew.',
  },
  'tan.expired': /*i18n*/ {
    id: 'error.tan.expired',
    message: 'The code is no longer valid. Nothing was signed. Please press “Sign” again to get a new one.',
  },
  'tan.locked': /*i18n*/ {
    id: 'error.tan.locked',
    message:
      'There were too many wrong codes, so the signing was stopped. Nothing was signed. Please press “Sign” again.',
  },
  'tan.no_more_resends': /*i18n*/ {
    id: 'error.tan.no_more_resends',
    message:
      'The code was sent as often as it may be. Nothing was signed. Please stop here and press “Sign” again.',
  },
} satisfies Record<string, MessageDescriptor>

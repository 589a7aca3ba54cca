import type { MessageDescriptor } from '@lingui/core'
import type { approvalErrors } from './approval-error-wording.ts'
import type { billingErrors } from './billing-error-wording.ts'
import type { businessErrors } from './business-error-wording.ts'
import type { FailureKey } from './call-error.ts'
import type { accountErrors } from './error-wording.ts'
import type { profileErrors } from './profile-error-wording.ts'

/** The errors that only documents and signature requests have; with `accountErrors` and `profileErrors` every key there is. */
export const documentErrors = {
  'auth.link_handed_on': /*i18n*/ {
    id: 'error.auth.link_handed_on',
    message: 'You have handed this signature on. Nothing was lost. Whoever has it now signs in your place.',
  },
  'auth.link_removed': /*i18n*/ {
    id: 'error.auth.link_removed',
    message:
      'The sender no longer asks you to sign this. Nothing was lost. Please ask the sender if in doubt.',
  },
  'auth.link_account': /*i18n*/ {
    id: 'error.auth.link_account',
    message: 'This signature belongs to your account now. Nothing was lost. Please sign in to it.',
  },
  'email.limit_reached': /*i18n*/ {
    id: 'error.email.limit_reached',
    message:
      'Too many emails to one person, or too many from a new account. Nothing was sent. Please try again later.',
  },
  'request.not_draft': /*i18n*/ {
    id: 'error.request.not_draft',
    message:
      'This signature request has been sent already. Nothing was changed. Please open it to see where it stands.',
  },
  'request.not_open': /*i18n*/ {
    id: 'error.request.not_open',
    message:
      'This signature request is not open any more. Nothing was changed. Please open it to see where it stands.',
  },
  'request.already_signed': /*i18n*/ {
    id: 'error.request.already_signed',
    message:
      'Somebody has signed already, so this cannot change any more. The signatures are safe. Please make a new request for the change.',
  },
  'request.no_documents': /*i18n*/ {
    id: 'error.request.no_documents',
    message: 'There is no document in this signature request yet. Nothing was lost. Please add at least one.',
  },
  'request.document_without_signer': /*i18n*/ {
    id: 'error.request.document_without_signer',
    message: 'Nobody signs one of the documents. Nothing was sent. Choose who signs it, or remove it.',
  },
  'request.no_signers': /*i18n*/ {
    id: 'error.request.no_signers',
    message: 'There is nobody to sign yet. Nothing was lost. Please add at least one person.',
  },
  'request.too_many_documents': /*i18n*/ {
    id: 'error.request.too_many_documents',
    message:
      'A signature request takes at most 50 documents. Those already there are safe. Please send the others in a second request.',
  },
  'request.signature_pending': /*i18n*/ {
    id: 'error.request.signature_pending',
    message:
      'Your signature is still asked for. Nothing was changed. Please sign, decline or hand it on first.',
  },
  'request.too_many_attachments': /*i18n*/ {
    id: 'error.request.too_many_attachments',
    message:
      'A signature request takes at most 20 attachments. Those already there are safe. Please send the others separately.',
  },
  'document.in_use': /*i18n*/ {
    id: 'error.document.in_use',
    message:
      'This document stands in a signature request. Nothing was changed. Please take it out of the request first.',
  },
  'attachment.type_not_taken': /*i18n*/ {
    id: 'error.attachment.type_not_taken',
    message:
      'This kind of file is not taken as an attachment. It was not added. Please use a PDF, an Office file, a picture or a text.',
  },
  'request.changed': /*i18n*/ {
    id: 'error.request.changed',
    message:
      'Somebody changed this in the meantime. Their version is saved. Please load it again and repeat your change.',
  },
  'signature.not_in_turn': /*i18n*/ {
    id: 'error.signature.not_in_turn',
    message: 'Somebody else has to sign first. Nothing was lost. You will get an email when it is your turn.',
  },
  'signature.already_signed': /*i18n*/ {
    id: 'error.signature.already_signed',
    message: 'You have signed this already. Your signature is safe. There is nothing left to do.',
  },
  'document.too_large': /*i18n*/ {
    id: 'error.document.too_large',
    message:
      'The file is too large. It was not added, and nothing else was lost. Please make it smaller than 112.5 MB.',
  },
  'media.unsupported': /*i18n*/ {
    id: 'error.media.unsupported',
    message:
      'This kind of file is not taken here. It was not added, and nothing else was lost. Please use a PDF.',
  },
  'document.not_a_pdf': /*i18n*/ {
    id: 'error.document.not_a_pdf',
    message:
      'This file is not a PDF. It was not added, and nothing else was lost. Please save it as a PDF first.',
  },
  'document.office_not_taken': /*i18n*/ {
    id: 'error.document.office_not_taken',
    message:
      'Office files cannot be turned into PDF here. It was not added, and nothing else was lost. Please save it as a PDF and add that.',
  },
  'document.conversion_failed': /*i18n*/ {
    id: 'error.document.conversion_failed',
    message:
      'This Office file could not be turned into a PDF. It was not added, and nothing else was lost. Please save it as a PDF and add that.',
  },
  'document.damaged': /*i18n*/ {
    id: 'error.document.damaged',
    message:
      'This PDF is damaged beyond repair. It was not added, and nothing else was lost. Please export it again from where it was made.',
  },
  'document.unsupported_filter': /*i18n*/ {
    id: 'error.document.unsupported_filter',
    message:
      'This PDF uses a compression method that we don’t support. It was not added, and nothing else was lost. Please print it to a new PDF.',
  },
  'document.encrypted': /*i18n*/ {
    id: 'error.document.encrypted',
    message:
      'This PDF is protected by a password. It was not added, and nothing else was lost. Please save a copy without the password.',
  },
  'document.signed_and_encrypted': /*i18n*/ {
    id: 'error.document.signed_and_encrypted',
    message:
      'This PDF is signed and encrypted: opening its protection would break its signatures. It was not added. Please get a copy without protection.',
  },
  'document.no_pages': /*i18n*/ {
    id: 'error.document.no_pages',
    message:
      'This PDF has no pages. It was not added, and nothing else was lost. Please choose another file.',
  },
  'document.too_many_pages': /*i18n*/ {
    id: 'error.document.too_many_pages',
    message:
      'This PDF has too many pages. It was not added, and nothing else was lost. Please split it into parts.',
  },
  'document.certified_no_changes': /*i18n*/ {
    id: 'error.document.certified_no_changes',
    message:
      'The author certified this PDF against any change, a signature included. It was not added. Please ask the author for another copy.',
  },
  'document.certified_no_free_field': /*i18n*/ {
    id: 'error.document.certified_no_free_field',
    message:
      'The author certified this PDF, and it has no empty signature field. It was not added. Please ask the author for a copy with a signature field.',
  },
  'document.not_signable': /*i18n*/ {
    id: 'error.document.not_signable',
    message:
      'A signature in this PDF would not be valid, because of how the file is built. It was not added, and nothing else was lost. Please print it to a new PDF.',
  },
  'document.field_locked': /*i18n*/ {
    id: 'error.document.field_locked',
    message:
      'An earlier signature locks the fields of this PDF. It was not added, and nothing else was lost. Please ask for a copy without that lock.',
  },
  'document.active_content': /*i18n*/ {
    id: 'error.document.active_content',
    message:
      'This PDF contains programs that run when it is opened. It was not added, and nothing else was lost. Please print it to a new PDF.',
  },
  'document.dynamic_form': /*i18n*/ {
    id: 'error.document.dynamic_form',
    message:
      'This PDF is a form that makes its pages only when it is opened. It was not added, and nothing else was lost. Please print it to a new PDF.',
  },
  'document.signed_and_damaged': /*i18n*/ {
    id: 'error.document.signed_and_damaged',
    message:
      'This PDF is signed and damaged: repairing it would break its signatures. It was not added. Please get an intact copy.',
  },
  'document.too_complex': /*i18n*/ {
    id: 'error.document.too_complex',
    message:
      'This PDF takes more time or memory than allowed. Nothing else was lost. Please print it to a new PDF and try that one.',
  },
  'signature.taken_by_member': /*i18n*/ {
    id: 'error.signature.taken_by_member',
    message:
      'Another member of your group has signed, or is signing just now. Nothing was changed. You need do nothing more.',
  },
  'group.changed': /*i18n*/ {
    id: 'error.group.changed',
    message:
      'This group was changed elsewhere in the meantime. Nothing was overwritten. Please load it again and repeat your change.',
  },
  'group.too_many': /*i18n*/ {
    id: 'error.group.too_many',
    message:
      'You have as many signer groups as you can keep. Nothing was changed. Please delete one that you no longer use.',
  },
  'group.too_many_members': /*i18n*/ {
    id: 'error.group.too_many_members',
    message:
      'This group has more members than a group can have. Nothing was changed. Please take some of them out.',
  },
  'request.under_retention': /*i18n*/ {
    id: 'error.request.under_retention',
    message:
      'This signature request is under auto-deletion: it is deleted when its time comes, not by hand. Nothing was changed. Please open it to see when that is.',
  },
  'document.deleted': /*i18n*/ {
    id: 'error.document.deleted',
    message:
      'This document was deleted under auto-deletion. Its audit trail is still there. Please ask whoever has kept a copy of the document.',
  },
  'hand_over.code_wrong': /*i18n*/ {
    id: 'error.hand_over.code_wrong',
    message:
      'The access code is wrong. Nothing was changed. Please compare it with the one that came with the link.',
  },
  'hand_over.claimed': /*i18n*/ {
    id: 'error.hand_over.claimed',
    message:
      'Somebody else has claimed it already. Nothing was changed. Please ask whoever gave you the link.',
  },
  'hand_over.over': /*i18n*/ {
    id: 'error.hand_over.over',
    message:
      'It was taken back, or nobody claimed it in time. Nothing was changed. Please ask whoever gave you the link to hand it in again.',
  },
  'template.in_use': /*i18n*/ {
    id: 'error.template.in_use',
    message:
      'A table is still being sent from this template. Nothing was changed. Please wait until it is sent, or stop it first.',
  },
  'template.too_many': /*i18n*/ {
    id: 'error.template.too_many',
    message:
      'You have as many templates as one can have. Nothing was changed. Please delete one you no longer need.',
  },
  'table_send.too_many': /*i18n*/ {
    id: 'error.table_send.too_many',
    message:
      'Five of your tables are being sent already. Nothing was sent. Please wait until one of them is done.',
  },
  'business.payment_required': /*i18n*/ {
    id: 'error.business.payment_required',
    message:
      'Your business has no plan at the moment. Nothing was changed. An administrator of your business can choose one.',
  },
  'plan.not_included': /*i18n*/ {
    id: 'error.plan.not_included',
    message: 'Your plan doesn’t include this, or no more of it. Nothing was changed. A larger plan does.',
  },
  'plan.signatures_exhausted': /*i18n*/ {
    id: 'error.plan.signatures_exhausted',
    message:
      'The plan that pays for this has no signatures left this month. Nothing was signed or sent. Wait for next month, or choose a larger plan.',
  },
  'idempotency.mismatch': /*i18n*/ {
    id: 'error.idempotency.mismatch',
    message:
      'The same action came twice with different content. Only the first was carried out. Please load the page again.',
  },
} satisfies Record<
  Exclude<
    FailureKey,
    | keyof typeof accountErrors
    | keyof typeof profileErrors
    | keyof typeof approvalErrors
    | keyof typeof businessErrors
    | keyof typeof billingErrors
  >,
  MessageDescriptor
>

import type { MessageDescriptor } from '@lingui/core'
import type { approvalErrors } from './approval-error-wording.ts'
import type { billingErrors } from './billing-error-wording.ts'
import type { businessErrors } from './business-error-wording.ts'
import type { FailureKey } from '../calls/call-error.ts'
import type { accountErrors } from './error-wording.ts'
import type { entryErrors } from './entry-error-wording.ts'
import type { profileErrors } from './profile-error-wording.ts'
import type { sizeErrors } from './size-error-wording.ts'

/** Where a request or its draft is refused for one of its fields: the codes that say what to do. */
export const refusedFieldWording = {
  'validation.failed.account_required': /*i18n*/ {
    id: 'error.validation.failed.account_required',
    message:
      'Only members of a business with Part 11 turned on can sign regulated records. Choose other signers or another signature level.',
  },
  'validation.failed.place_required': /*i18n*/ {
    id: 'error.validation.failed.place_required',
    message:
      'Regulated records (Part 11) need a signature field of each signer on each document. Place them.',
  },
  'validation.failed.place_too_small': /*i18n*/ {
    id: 'error.validation.failed.place_too_small',
    message:
      'A signature field is too small for name, reason and time to be readable. For regulated records (Part 11), make it at least 120 points wide and 40 high.',
  },
  'validation.failed.form_certified': /*i18n*/ {
    id: 'error.validation.failed.form_certified',
    message:
      'A document is certified: it can only be signed in its own signature fields. Choose a field for each signer.',
  },
  'validation.failed.locked': /*i18n*/ {
    id: 'error.validation.failed.locked',
    message:
      'Signing in one of a document’s signature fields locks fields of another signer. Assign the locked fields to the person who signs there, or let that person sign last.',
  },
  'validation.failed.no_font': /*i18n*/ {
    id: 'error.validation.failed.no_font',
    message: 'A prefilled value contains characters that can’t be printed. Please use others.',
  },
} satisfies Record<string, MessageDescriptor>

/** The errors that only documents and signature requests have; with `accountErrors` and `profileErrors` every key there is. */
export const documentErrors = {
  'auth.link_delegated': /*i18n*/ {
    id: 'error.auth.link_delegated',
    message: 'You’ve delegated this request. Someone else will sign instead of you.',
  },
  'auth.link_removed': /*i18n*/ {
    id: 'error.auth.link_removed',
    message: 'You no longer need to sign this. If in doubt, ask the sender.',
  },
  'auth.link_account': /*i18n*/ {
    id: 'error.auth.link_account',
    message: 'This request is now in your account. Please sign in.',
  },
  'email.limit_reached': /*i18n*/ {
    id: 'error.email.limit_reached',
    message:
      'Too many emails to one person, or too many from a new account. Nothing was sent. Please try again later.',
  },
  'request.not_draft': /*i18n*/ {
    id: 'error.request.not_draft',
    message: 'This signature request has already been sent. Open it to see its status.',
  },
  'request.not_open': /*i18n*/ {
    id: 'error.request.not_open',
    message: 'This signature request is no longer open. Open it to see its status.',
  },
  'request.already_signed': /*i18n*/ {
    id: 'error.request.already_signed',
    message:
      'Someone has already signed, so this can no longer be changed. Create a new request for your change.',
  },
  'request.no_documents': /*i18n*/ {
    id: 'error.request.no_documents',
    message: 'This signature request has no documents yet. Add at least one.',
  },
  'request.document_without_signer': /*i18n*/ {
    id: 'error.request.document_without_signer',
    message: 'Nobody signs one of the documents. Nothing was sent. Choose who signs it, or remove it.',
  },
  'request.no_signers': /*i18n*/ {
    id: 'error.request.no_signers',
    message: 'There are no signers yet. Add at least one.',
  },
  'request.too_many_documents': /*i18n*/ {
    id: 'error.request.too_many_documents',
    message: 'A signature request can have up to 50 documents. Please send the others in a second request.',
  },
  'request.signature_pending': /*i18n*/ {
    id: 'error.request.signature_pending',
    message: 'You still need to sign this request. Sign, decline or delegate it first.',
  },
  'request.too_many_attachments': /*i18n*/ {
    id: 'error.request.too_many_attachments',
    message: 'A signature request can have up to 20 attachments. Please send the others separately.',
  },
  'document.in_use': /*i18n*/ {
    id: 'error.document.in_use',
    message: 'This document is part of a signature request. Remove it from the request first.',
  },
  'attachment.type_not_taken': /*i18n*/ {
    id: 'error.attachment.type_not_taken',
    message:
      'This file type isn’t supported for attachments. Use a PDF, an Office file, an image or a text file.',
  },
  'request.changed': /*i18n*/ {
    id: 'error.request.changed',
    message:
      'Someone else changed this in the meantime and their version was saved. Reload and make your change again.',
  },
  'signature.not_in_turn': /*i18n*/ {
    id: 'error.signature.not_in_turn',
    message: 'Someone else needs to sign first. We’ll email you when it’s your turn.',
  },
  'signature.already_signed': /*i18n*/ {
    id: 'error.signature.already_signed',
    message: 'You’ve already signed this. You don’t need to do anything.',
  },
  'document.too_large': /*i18n*/ {
    id: 'error.document.too_large',
    message: 'The file is too large and wasn’t added. The limit is 110 MB.',
  },
  'media.unsupported': /*i18n*/ {
    id: 'error.media.unsupported',
    message: 'This file type isn’t supported. Please use a PDF.',
  },
  'document.not_a_pdf': /*i18n*/ {
    id: 'error.document.not_a_pdf',
    message: 'This file isn’t a PDF. Save it as a PDF first.',
  },
  'document.office_not_taken': /*i18n*/ {
    id: 'error.document.office_not_taken',
    message: 'Office files can’t be converted here. Save the file as a PDF and add that.',
  },
  'document.conversion_failed': /*i18n*/ {
    id: 'error.document.conversion_failed',
    message: 'We couldn’t convert this Office file. Save it as a PDF and add that.',
  },
  'document.damaged': /*i18n*/ {
    id: 'error.document.damaged',
    message: 'This PDF is damaged and can’t be repaired. Export it again from the original program.',
  },
  'document.unsupported_filter': /*i18n*/ {
    id: 'error.document.unsupported_filter',
    message: 'This PDF uses an unsupported compression method. Print it to a new PDF and add that one.',
  },
  'document.encrypted': /*i18n*/ {
    id: 'error.document.encrypted',
    message: 'This PDF is password-protected. Save a copy without the password and add that one.',
  },
  'document.signed_and_encrypted': /*i18n*/ {
    id: 'error.document.signed_and_encrypted',
    message:
      'This PDF is signed and encrypted; decrypting it would invalidate its signatures. Ask for an unencrypted copy.',
  },
  'document.no_pages': /*i18n*/ {
    id: 'error.document.no_pages',
    message: 'This PDF has no pages. Choose another file.',
  },
  'document.too_many_pages': /*i18n*/ {
    id: 'error.document.too_many_pages',
    message: 'This PDF has too many pages. Split it into parts.',
  },
  'document.certified_no_changes': /*i18n*/ {
    id: 'error.document.certified_no_changes',
    message: 'This PDF is certified and can’t be changed or signed. Ask the author for another copy.',
  },
  'document.certified_no_free_field': /*i18n*/ {
    id: 'error.document.certified_no_free_field',
    message:
      'This PDF is certified and has no empty signature field. Ask the author for a copy with a signature field.',
  },
  'document.certified_hidden_field': /*i18n*/ {
    id: 'error.document.certified_hidden_field',
    message:
      'This PDF is certified and its signature field is hidden. Ask the author for a copy with a visible signature field.',
  },
  'document.certified_seed_value': /*i18n*/ {
    id: 'error.document.certified_seed_value',
    message:
      'This PDF is certified and its signature field requires a type of signature that isn’t available here. Ask the author for a copy without these requirements.',
  },
  'document.not_signable': /*i18n*/ {
    id: 'error.document.not_signable',
    message:
      'Because of the way this PDF was created, a signature in it wouldn’t be valid. Print it to a new PDF and add that one.',
  },
  'document.field_locked': /*i18n*/ {
    id: 'error.document.field_locked',
    message: 'An earlier signature locks the fields of this PDF. Please ask for a copy without the lock.',
  },
  'document.active_content': /*i18n*/ {
    id: 'error.document.active_content',
    message: 'This PDF contains scripts that run when it’s opened. Print it to a new PDF and add that one.',
  },
  'document.dynamic_form': /*i18n*/ {
    id: 'error.document.dynamic_form',
    message: 'This PDF is a dynamic form. Print it to a new PDF and add that one.',
  },
  'document.signed_and_damaged': /*i18n*/ {
    id: 'error.document.signed_and_damaged',
    message:
      'This PDF is signed and damaged; repairing it would invalidate its signatures. Ask for an intact copy.',
  },
  'document.too_complex': /*i18n*/ {
    id: 'error.document.too_complex',
    message: 'This PDF is too complex to process. Print it to a new PDF and try that one.',
  },
  'document.image_too_large': /*i18n*/ {
    id: 'error.document.image_too_large',
    message:
      'This image has too many pixels. The limit is 110 megapixels, or 50 for progressive JPEG and interlaced PNG. Resize it and add it again.',
  },
  'signature.taken_by_member': /*i18n*/ {
    id: 'error.signature.taken_by_member',
    message:
      'Another member of your group has signed or is signing right now. You don’t need to do anything.',
  },
  'group.changed': /*i18n*/ {
    id: 'error.group.changed',
    message: 'This group was changed elsewhere in the meantime. Reload and make your change again.',
  },
  'group.too_many': /*i18n*/ {
    id: 'error.group.too_many',
    message: 'You’ve reached the limit for signer groups. Delete one you no longer use.',
  },
  'group.too_many_members': /*i18n*/ {
    id: 'error.group.too_many_members',
    message: 'This group has too many members. Remove some of them.',
  },
  'request.under_retention': /*i18n*/ {
    id: 'error.request.under_retention',
    message:
      'Auto-deletion or Part 11 keeps this signature request, so it can’t be deleted manually. Regulated records are kept for at least two years.',
  },
  'document.deleted': /*i18n*/ {
    id: 'error.document.deleted',
    message:
      'This document was auto-deleted. Its audit trail is still available. For a copy of the document, ask the other people involved.',
  },
  'anonymous_upload.code_wrong': /*i18n*/ {
    id: 'error.anonymous_upload.code_wrong',
    message: 'Incorrect access code. Check the code that came with the link.',
  },
  'anonymous_upload.claimed': /*i18n*/ {
    id: 'error.anonymous_upload.claimed',
    message:
      'Somebody else has claimed it already. Nothing was changed. Please ask whoever gave you the link.',
  },
  'anonymous_upload.over': /*i18n*/ {
    id: 'error.anonymous_upload.over',
    message:
      'It was taken back, or nobody claimed it in time. Nothing was changed. Please ask whoever gave you the link to hand it in again.',
  },
  'template.in_use': /*i18n*/ {
    id: 'error.template.in_use',
    message: 'A bulk send from this template is still running. Wait until it’s finished, or stop it first.',
  },
  'template.too_many': /*i18n*/ {
    id: 'error.template.too_many',
    message: 'You’ve reached the limit for templates. Delete one you no longer need.',
  },
  'bulk_send.too_many': /*i18n*/ {
    id: 'error.bulk_send.too_many',
    message: 'You already have five bulk sends running. Nothing was sent. Please wait until one is finished.',
  },
  'business.payment_required': /*i18n*/ {
    id: 'error.business.payment_required',
    message: 'Your business has no active plan. An administrator of your business can choose one.',
  },
  'plan.not_included': /*i18n*/ {
    id: 'error.plan.not_included',
    message: 'Your plan doesn’t include this, or you’ve reached its limit. Choose a larger plan.',
  },
  'plan.signatures_exhausted': /*i18n*/ {
    id: 'error.plan.signatures_exhausted',
    message:
      'Your plan has no signatures left this month. Nothing was signed or sent. Wait until next month, or choose a larger plan.',
  },
  'idempotency.mismatch': /*i18n*/ {
    id: 'error.idempotency.mismatch',
    message:
      'The same action was sent twice with different content. Only the first was processed. Please reload the page.',
  },
} satisfies Record<
  Exclude<
    FailureKey,
    | keyof typeof accountErrors
    | keyof typeof profileErrors
    | keyof typeof entryErrors
    | keyof typeof approvalErrors
    | keyof typeof businessErrors
    | keyof typeof billingErrors
    | keyof typeof sizeErrors
  >,
  MessageDescriptor
>

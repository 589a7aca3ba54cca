import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What went wrong, that nothing was signed, and what to do: for each way a signing can fail. */
export interface SigningFailure {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  /** Is it worth pressing the button again now? */
  readonly mayRetry: boolean
  /** Its overlay's own name; left out: signing-failure. */
  readonly overlay?: string
  /** What else leads on: being identified again, or, for the sender, a larger plan. */
  readonly remedy?: 'identification' | 'plans'
}

/** Refused before the signing begins, or found when it was to count. */
const exhausted: SigningFailure = {
  title: msg`No signatures left this month`,
  text: msg`The plan that pays for this signature has used up its signatures for this month. Nothing was signed, and the sender has been notified. They can choose a larger plan, or you can sign next month.`,
  mayRetry: false,
  overlay: 'exhausted-signatures',
  remedy: 'plans',
}

const tooLarge: SigningFailure = {
  title: msg`This image is too large`,
  text: msg`Nothing was signed. Please choose a smaller image, or draw or type your signature.`,
  mayRetry: false,
}

const failures: Record<string, SigningFailure> = {
  signing_failed: {
    title: msg`We couldn’t create your signature`,
    text: msg`Something went wrong on our side. Nothing was signed. Please try again.`,
    mayRetry: true,
  },
  document_not_signable: {
    title: msg`This document can’t be signed`,
    text: msg`Because of the way the file was created, a signature in it wouldn’t be valid. Nothing was signed. The request has ended and the sender has been notified.`,
    mayRetry: false,
  },
  timestamp_unavailable: {
    title: msg`The timestamp service is unavailable`,
    text: msg`We can’t sign without a timestamp, so nothing was signed. Please try again in a few minutes.`,
    mayRetry: true,
  },
  mobile_signing_failed: {
    title: msg`Your phone didn’t confirm`,
    text: msg`The confirmation on your phone was declined or didn’t reach us. Nothing was signed. Keep your phone at hand and try again.`,
    mayRetry: true,
    overlay: 'mobile-signing-failure',
  },
  serial_number_mismatch: {
    title: msg`Your confirmation doesn’t match your identity check`,
    text: msg`Your phone number or password has changed since your identity check, so the trust service can’t confirm it’s you. Verify your identity again, then sign.`,
    mayRetry: false,
    overlay: 'serial-number-mismatch',
    remedy: 'identification',
  },
  tan_invalid: {
    title: msg`Incorrect code`,
    text: msg`The code doesn’t match the one we sent. Try again to get a new one.`,
    mayRetry: true,
    overlay: 'tan-invalid',
  },
  tan_expired: {
    title: msg`Code expired`,
    text: msg`Your code has expired. Codes are valid for eight minutes. Try again to get a new one.`,
    mayRetry: true,
    overlay: 'tan-expired',
  },
  tan_locked: {
    title: msg`Too many incorrect codes`,
    text: msg`Too many attempts, so we stopped this signature. Try again to get a new code.`,
    mayRetry: true,
    overlay: 'tan-locked',
  },
  signing_locked: {
    title: msg`Someone else is signing right now`,
    text: msg`Only one person can sign at a time. Please try again in a minute.`,
    mayRetry: true,
    overlay: 'signing-locked',
  },
  no_font: {
    title: msg`Some characters can’t be printed`,
    text: msg`Your name or reason contains characters that can’t be printed. Nothing was signed. Please use other characters.`,
    mayRetry: true,
  },
  fields_missing: {
    title: msg`Some fields are empty`,
    text: msg`This document has fields that you need to fill in. Open it, fill them in and sign.`,
    mayRetry: false,
  },
  signatures_exhausted: exhausted,
  identification_required: {
    title: msg`Verify your identity first`,
    text: msg`This signature requires identity verification. Verify your identity first, then sign.`,
    mayRetry: false,
    remedy: 'identification',
  },
  too_many_documents: {
    title: msg`Too many documents at once`,
    text: msg`Your signing service needs an approval for every few documents, and this request has too many. Nothing was signed. Please ask the sender to send them in several requests of up to 5 documents.`,
    mayRetry: false,
  },
  reauthentication_failed: {
    title: msg`We couldn’t confirm it’s you`,
    text: msg`Too many incorrect passwords, or the sign-in wasn’t completed. Nothing was signed, and the administrators of your business have been notified. Please try again.`,
    mayRetry: true,
  },
  service_unavailable: {
    title: msg`The trust service is unavailable`,
    text: msg`The trust service that creates your signature isn’t responding. Nothing was signed. Please try again in a few minutes.`,
    mayRetry: true,
  },
  timed_out: {
    title: msg`Signing timed out`,
    text: msg`The signature was cancelled. Please try again.`,
    mayRetry: true,
  },
  cancelled: {
    title: msg`The signature was cancelled`,
    text: msg`You can sign whenever you’re ready.`,
    mayRetry: true,
  },
  declined: {
    title: msg`The signature was declined`,
    text: msg`The signature request is closed. If this was a mistake, please ask the sender for a new one.`,
    mayRetry: false,
  },
}

/** The refusals of the call itself, which come before any signing begins. */
const refusals: Record<string, SigningFailure> = {
  'plan.signatures_exhausted': exhausted,
  'business.payment_required': {
    title: msg`The sender’s plan has ended`,
    text: msg`The business that requested this signature has no active plan. You can sign once it has one again.`,
    mayRetry: false,
    remedy: 'plans',
  },
  'signature.not_in_turn': {
    title: msg`It’s not your turn yet`,
    text: msg`Others need to sign first. We’ll email you when it’s your turn.`,
    mayRetry: false,
  },
  'request.not_open': {
    title: msg`This can no longer be signed`,
    text: msg`The signature request was closed in the meantime.`,
    mayRetry: false,
  },
  'request.changed': {
    title: msg`The sender has changed this request`,
    text: msg`It was changed after you opened it. Nothing was signed. Check the document again, then sign.`,
    mayRetry: false,
  },
  'signing.too_late': {
    title: msg`You’ve already signed this`,
    text: msg`It was signed with the name and reason you entered earlier. Open the document to see it.`,
    mayRetry: false,
  },
  'signature.already_signed': {
    title: msg`You’ve already signed`,
    text: msg`One signature is enough. You don’t need to do anything.`,
    mayRetry: false,
  },
  not_found: {
    title: msg`This is no longer available`,
    text: msg`The signature request was deleted, or you’re no longer part of it. Please ask the sender.`,
    mayRetry: false,
  },
  'signing.locked': failures['signing_locked']!,
  'signing.identification_required': failures['identification_required']!,
  'signing.requirements_unmet': {
    title: msg`Something is missing`,
    text: msg`We need more details from you before you can sign. Nothing was signed. Open the document and choose “Sign” to add them.`,
    mayRetry: true,
  },
  'service.unavailable': failures['service_unavailable']!,
  'tan.invalid': failures['tan_invalid']!,
  'tan.expired': failures['tan_expired']!,
  'tan.locked': failures['tan_locked']!,
  'seal.not_allowed': {
    title: msg`You can’t use this seal`,
    text: msg`You don’t have permission to use this seal. Ask an administrator of your business, or sign in your own name.`,
    mayRetry: false,
  },
  'seal.not_ready': {
    title: msg`This seal is unavailable`,
    text: msg`The trust service hasn’t confirmed this seal, or it was turned off. Ask an administrator of your business, or sign in your own name.`,
    mayRetry: false,
  },
  'signing.quality_unavailable': {
    title: msg`This signature level isn’t available to you`,
    text: msg`It isn’t set up here or isn’t available to you. Ask the sender for another signature level.`,
    mayRetry: false,
  },
  'signature.taken_by_member': {
    title: msg`Another member of your group is signing`,
    text: msg`The first of you to sign signs for the group. You don’t need to do anything unless it fails.`,
    mayRetry: false,
  },
  'approval.over': {
    title: msg`This confirmation has expired`,
    text: msg`It was confirmed or cancelled elsewhere, or took too long. If the document isn’t signed yet, try again.`,
    mayRetry: true,
  },
  'rate.exceeded': {
    title: msg`Too many attempts`,
    text: msg`Too many attempts. Please try again in a few minutes.`,
    mayRetry: true,
  },
  'validation.failed': {
    title: msg`Check your entries`,
    text: msg`For regulated records, the signing name must match your account name and a reason is required. Please correct it and try again.`,
    mayRetry: true,
  },
  'image.invalid': {
    title: msg`This image can’t be used`,
    text: msg`We found no signature in it. Nothing was signed. Please choose another image, or draw or type your signature.`,
    mayRetry: false,
  },
  'image.too_large': tooLarge,
  'image.too_complex': tooLarge,
  'service.saturated': {
    title: msg`We’re busy right now`,
    text: msg`Nothing was signed. Please try again in a minute.`,
    mayRetry: true,
  },
  network: {
    title: msg`No response received`,
    text: msg`We don’t know whether your signature reached us. Check your connection and try again. You can’t sign twice.`,
    mayRetry: true,
  },
}

const unknown = failures['signing_failed']!

/** Are there words for this very failure? */
export function hasWording(code: string): boolean {
  return code in failures || code in refusals
}

/** By the `error` of a signing, or the `key` of a refused call. */
export function signingFailure(code: string): SigningFailure {
  return failures[code] ?? refusals[code] ?? unknown
}

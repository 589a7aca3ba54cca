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
  readonly way?: 'identification' | 'plans'
}

/** Refused before the signing begins, or found when it was to count. */
const exhausted: SigningFailure = {
  title: msg`No signatures left this month`,
  text: msg`The plan that pays for this signature has used up its signatures for this month. Nothing was signed, and the sender has been told. They can choose a larger plan, or you can sign next month.`,
  mayRetry: false,
  overlay: 'exhausted-signatures',
  way: 'plans',
}

const failures: Record<string, SigningFailure> = {
  signing_failed: {
    title: msg`Your signature could not be made`,
    text: msg`Something went wrong on our side. Nothing was signed and nothing was lost. Please try again.`,
    mayRetry: true,
  },
  document_not_signable: {
    title: msg`This document can’t be signed`,
    text: msg`A signature in it would not be valid, because of how the file is built. Nothing was signed. The request has ended, and we have told the sender.`,
    mayRetry: false,
  },
  timestamp_unavailable: {
    title: msg`The time-stamp service cannot be reached`,
    text: msg`Without a time stamp no signature is made, so nothing was signed. Please try again in a few minutes.`,
    mayRetry: true,
  },
  mobile_signing_failed: {
    title: msg`Your phone did not confirm`,
    text: msg`The approval on your phone was refused, or its signal did not come through. Nothing was signed. Please keep the phone at hand and try again.`,
    mayRetry: true,
    overlay: 'mobile-signing-failure',
  },
  serial_number_mismatch: {
    title: msg`Your approval does not fit your identification`,
    text: msg`The phone or password you approve with has changed since you were identified, so the trust service cannot be sure that it is you. Nothing was signed. Please identify yourself again, then sign.`,
    mayRetry: false,
    overlay: 'serial-number-mismatch',
    way: 'identification',
  },
  tan_invalid: {
    title: msg`The code is wrong`,
    text: msg`It is not the one we sent. Nothing was signed. Please try again: you get a new code.`,
    mayRetry: true,
    overlay: 'tan-invalid',
  },
  tan_expired: {
    title: msg`The code is too old`,
    text: msg`A code is valid for eight minutes, and they have gone by. Nothing was signed. Please try again: you get a new code.`,
    mayRetry: true,
    overlay: 'tan-expired',
  },
  tan_locked: {
    title: msg`Too many wrong codes`,
    text: msg`To keep others from guessing, this signing was stopped. Nothing was signed. Please try again: you get a new code.`,
    mayRetry: true,
    overlay: 'tan-locked',
  },
  signing_locked: {
    title: msg`Somebody else is signing right now`,
    text: msg`A document takes one signature at a time. Nothing was lost: please try again in a minute.`,
    mayRetry: true,
    overlay: 'signing-locked',
  },
  signatures_exhausted: exhausted,
  identification_required: {
    title: msg`You need to be identified first`,
    text: msg`For this signature somebody has to check first who you are. Nothing was signed. Please identify yourself, then sign.`,
    mayRetry: false,
    way: 'identification',
  },
  reauthentication_failed: {
    title: msg`You could not be recognised`,
    text: msg`The password was wrong too often, or the sign-in was not finished. Nothing was signed, and the administrators of your company are told. Please try again.`,
    mayRetry: true,
  },
  service_unavailable: {
    title: msg`The trust service cannot be reached`,
    text: msg`Your signature is made by a trust service that does not answer just now. Nothing was signed and nothing was lost. Please try again in a few minutes.`,
    mayRetry: true,
  },
  timed_out: {
    title: msg`The signature took too long`,
    text: msg`It was stopped and nothing was signed. Please try again.`,
    mayRetry: true,
  },
  cancelled: {
    title: msg`The signature was cancelled`,
    text: msg`Nothing was signed. You can sign whenever you are ready.`,
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
    text: msg`The business that asks for this signature has no plan at the moment. Nothing was signed. You can sign as soon as it has one again.`,
    mayRetry: false,
    way: 'plans',
  },
  'signature.not_in_turn': {
    title: msg`It is not your turn yet`,
    text: msg`Somebody has to sign before you. You get an email as soon as it is your turn.`,
    mayRetry: false,
  },
  'request.not_open': {
    title: msg`This can no longer be signed`,
    text: msg`The signature request was closed in the meantime. The page shows how it stands now.`,
    mayRetry: false,
  },
  'signing.too_late': {
    title: msg`You have already signed this`,
    text: msg`The signature has the name and reason you gave before. Open the document to see it.`,
    mayRetry: false,
  },
  'signature.already_signed': {
    title: msg`You have signed already`,
    text: msg`One signature is enough: there is nothing more to do.`,
    mayRetry: false,
  },
  not_found: {
    title: msg`This is not here any more`,
    text: msg`The signature request was removed, or you no longer take part in it. Please ask the sender.`,
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
    title: msg`This seal is not yours to use`,
    text: msg`An administrator of your company gives the right on it. Nothing was sealed. Please ask them, or sign in your own name.`,
    mayRetry: false,
  },
  'seal.not_ready': {
    title: msg`This seal cannot be used now`,
    text: msg`The trust service has not confirmed it, or it was switched off. Nothing was sealed. Please ask an administrator of your company, or sign in your own name.`,
    mayRetry: false,
  },
  'signing.quality_unavailable': {
    title: msg`This kind of signature is not open to you`,
    text: msg`It is not set up here, or not for you. Nothing was signed. Please ask the sender for another kind of signature.`,
    mayRetry: false,
  },
  'signature.taken_by_member': {
    title: msg`Another one of your group is signing`,
    text: msg`The first of you who signs, signs for the group. There is nothing more for you to do, unless it fails.`,
    mayRetry: false,
  },
  'approval.over': {
    title: msg`This approval is over`,
    text: msg`It was given or cancelled elsewhere, or took too long. Nothing was lost: the page shows how it stands. Please try again if it is not signed.`,
    mayRetry: true,
  },
  'rate.exceeded': {
    title: msg`Too many tries`,
    text: msg`To keep others from guessing, one has to wait a little. Nothing was signed. Please try again in some minutes.`,
    mayRetry: true,
  },
  'validation.failed': {
    title: msg`Something you typed does not fit`,
    text: msg`For a regulated record the signing name has to be that of your account, and the reason has to be there. Nothing was signed. Please correct it and try again.`,
    mayRetry: true,
  },
  network: {
    title: msg`No connection`,
    text: msg`We did not hear whether your signature arrived. Please check your connection and try again: you cannot sign twice by this.`,
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

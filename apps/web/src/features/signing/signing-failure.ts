import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What went wrong, that nothing was lost, and what to do: for each way a signing can fail. */
export interface SigningFailure {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  /** Is it worth pressing the button again now? */
  readonly mayRetry: boolean
}

const failures: Record<string, SigningFailure> = {
  signing_failed: {
    title: msg`Your signature could not be made`,
    text: msg`Something went wrong on our side. Nothing was signed and nothing was lost. Please try again.`,
    mayRetry: true,
  },
  timestamp_unavailable: {
    title: msg`The time-stamp service cannot be reached`,
    text: msg`Without a time stamp no signature is made, so nothing was signed. Please try again in a few minutes.`,
    mayRetry: true,
  },
  signing_locked: {
    title: msg`Somebody else is signing right now`,
    text: msg`A document takes one signature at a time. Nothing was lost: please try again in a minute.`,
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
  'signature.not_in_turn': {
    title: msg`It is not your turn yet`,
    text: msg`Somebody has to sign before you. You get an e-mail as soon as it is your turn.`,
    mayRetry: false,
  },
  'request.not_open': {
    title: msg`This can no longer be signed`,
    text: msg`The signature request was closed in the meantime. The page shows how it stands now.`,
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
  network: {
    title: msg`No connection`,
    text: msg`We did not hear whether your signature arrived. Please check your connection and try again: you cannot sign twice by this.`,
    mayRetry: true,
  },
}

const unknown = failures['signing_failed']!

/** By the `error` of a signing, or the `key` of a refused call. */
export function signingFailure(code: string): SigningFailure {
  return failures[code] ?? refusals[code] ?? unknown
}

import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type RequestSignedInput = {
  signerName: string
  title: string
  signedAt: Instant
  timeZone?: string
  /** How many have signed, this one included, of how many. */
  signedCount: number
  signerCount: number
  link: string
}

/** Tells the sender that one person has signed. */
export function requestSignedMail(input: RequestSignedInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const words = wording.requestSigned({
    signer: shownName(input.signerName),
    title: shownTitle(input.title),
    at: shownTime(input.signedAt, wording, input.timeZone),
    signed: input.signedCount,
    total: input.signerCount,
  })
  return renderMail({ words, greeting: wording.greeting(undefined), link: input.link }, wording)
}

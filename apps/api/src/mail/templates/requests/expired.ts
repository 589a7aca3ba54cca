import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownName, shownTime, shownTitle } from '../shown-text.ts'
import type { Instant } from '../shown-text.ts'

export type ExpiredInput = {
  title: string
  expiredAt: Instant
  timeZone?: string
  link: string
  reader:
    | { role: 'sender'; signedCount: number; signerCount: number }
    | { role: 'signer'; senderName: string }
    | { role: 'observer' }
}

/** Tells the sender, a signer who has not signed, or someone of whom nothing is asked that the time is over. */
export function expiredMail(
  { title, expiredAt, timeZone, link, reader }: ExpiredInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const fact = { title: shownTitle(title), at: shownTime(expiredAt, wording, timeZone) }
  const words =
    reader.role === 'sender'
      ? wording.expiredForSender({ ...fact, signed: reader.signedCount, total: reader.signerCount })
      : reader.role === 'signer'
        ? wording.expiredForSigner({ ...fact, sender: shownName(reader.senderName) })
        : wording.expiredForObserver(fact)
  return renderMail({ words, greeting: wording.greeting(undefined), link }, wording)
}

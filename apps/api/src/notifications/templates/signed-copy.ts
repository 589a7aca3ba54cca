import { wordingIn } from './language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from './layout.ts'
import type { RenderedMail } from './layout.ts'
import { shownName, shownTitle } from './shown-text.ts'

export type SignedCopyInput = {
  recipientName?: string
  title: string
  /** Who has signed, in the order of their signatures. */
  signers: string[]
  /** Where the reader finds the sealed documents. */
  link: string
}

/** Tells everybody concerned that the last signature is there. */
export function signedCopyMail(input: SignedCopyInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const parts = [
    { kind: 'list', label: wording.labels.signedBy, items: input.signers.map(shownName) } as const,
  ]
  const greeting = wording.greeting(shownName(input.recipientName ?? '') || undefined)
  return renderMail(
    { words: wording.signedCopy({ title: shownTitle(input.title) }), greeting, parts, link: input.link },
    wording,
  )
}

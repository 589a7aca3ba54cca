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
  /** Left out where nothing was to come with the mail. */
  attached?: AttachedFiles
}

export type AttachedFiles = 'attached' | 'too_large'

const attachedWords: Record<Language, Record<AttachedFiles, string>> = {
  en: {
    attached: 'They are also attached to this email.',
    too_large: 'The files are too large to attach. Use the button to open them.',
  },
  de: {
    attached: 'Sie sind dieser E-Mail auch beigefügt.',
    too_large: 'Die Dateien sind zu gross für eine E-Mail. Sie finden sie über die Schaltfläche.',
  },
  fr: {
    attached: 'Ils sont également joints à cet e-mail.',
    too_large: 'Les fichiers sont trop volumineux pour un e-mail. Vous les trouverez avec le bouton.',
  },
  it: {
    attached: 'Sono anche allegati a questa e-mail.',
    too_large: 'I file sono troppo grandi per un’e-mail. Li trova con il pulsante.',
  },
}

/** Tells everybody concerned that the last signature is there. */
export function signedCopyMail(input: SignedCopyInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const parts = [
    { kind: 'list', label: wording.labels.signedBy, items: input.signers.map(shownName) } as const,
  ]
  const greeting = wording.greeting(shownName(input.recipientName ?? '') || undefined)
  const words = wording.signedCopy({ title: shownTitle(input.title) })
  const told = input.attached ? [attachedWords[lang][input.attached]] : []
  const paragraphs = [...words.paragraphs, ...told]
  return renderMail({ words: { ...words, paragraphs }, greeting, parts, link: input.link }, wording)
}

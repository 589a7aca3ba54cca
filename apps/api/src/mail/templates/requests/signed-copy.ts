import type { Say } from '#api/mail/catalogue.ts'
import { wordingIn } from '../language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { renderMail } from '../layout.ts'
import type { RenderedMail } from '../layout.ts'
import { shownName, shownTitle } from '../shown-text.ts'

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

export type AttachedFiles = 'documents' | 'audit_trail' | 'documents_and_audit_trail' | 'too_large'

const attachedWords = (say: Say): Record<AttachedFiles, string> => ({
  documents: say('They are also attached to this email.'),
  audit_trail: say('The audit trail is attached to this email.'),
  documents_and_audit_trail: say('They are also attached to this email, with the audit trail.'),
  too_large: say('The files are too large to attach. Use the button to open them.'),
})

/** Tells everybody concerned that the last signature is there. */
export function signedCopyMail(input: SignedCopyInput, lang: Language): RenderedMail {
  const wording = wordingIn(lang)
  const parts = [
    { kind: 'list', label: wording.labels.signedBy, items: input.signers.map(shownName) } as const,
  ]
  const greeting = wording.greeting(shownName(input.recipientName ?? '') || undefined)
  const words = wording.signedCopy({ title: shownTitle(input.title) })
  const told = input.attached ? [attachedWords(wording.say)[input.attached]] : []
  const paragraphs = [...words.paragraphs, ...told]
  return renderMail({ words: { ...words, paragraphs }, greeting, parts, link: input.link }, wording)
}

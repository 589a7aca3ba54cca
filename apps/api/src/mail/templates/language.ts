import { Language } from '@countersign/contract/values.ts'
import { type Say, sayIn } from '../catalogue.ts'
import { accountWords } from './accounts/account-words.ts'
import { identificationWords } from './accounts/identification-words.ts'
import { peopleWords } from './businesses/people-words.ts'
import { requestEndWords } from './requests/request-end-words.ts'
import { requestWords } from './requests/request-words.ts'
import { securityWords } from './accounts/security-words.ts'
import type { FrameWording, Wording } from './wording.ts'

const frameWords = (say: Say): FrameWording => ({
  greeting: (name) => (name === undefined ? say('Hello,') : say('Hello {name},', { name })),
  ofBusiness: (person, business) => say('{person} of {business}', { person, business }),
  buttonFails: say('If the button doesn’t work, open this link:'),
  footer: say('This is an automated email. Replies aren’t read.'),
  repliesTo: (sender) => say('Replies to this email go to {sender}.', { sender }),
  labels: {
    documents: say('Documents'),
    documentsToSign: say('Documents to sign'),
    documentsForInformation: say('For your information'),
    messageFrom: (sender) => say('Message from {sender}', { sender }),
    reason: say('Reason given'),
    signedBy: say('Signed by'),
    validUntil: say('Sign by'),
    changed: say('Changes'),
  },
  changedFields: {
    title: say('the title'),
    message: say('the message'),
    expiresAt: say('the expiry date'),
    level: say('the signature level'),
    documents: say('the documents or their order'),
    attachments: say('the attachments'),
    name: say('your name'),
    place: say('your signature field'),
  },
})

export const languages = Language.options

const formats: Readonly<Record<Language, Pick<Wording, 'locale' | 'colon'>>> = {
  en: { locale: 'en-GB', colon: ':' },
  de: { locale: 'de-CH', colon: ':' },
  fr: { locale: 'fr-CH', colon: '\u00a0:' },
  it: { locale: 'it-CH', colon: ':' },
}

const wordings = new Map<Language, Wording>()

export function wordingIn(language: Language): Wording {
  const known = wordings.get(language)
  if (known) return known
  const say = sayIn(language)
  const wording: Wording = {
    language,
    ...formats[language],
    say,
    ...frameWords(say),
    ...accountWords(say),
    ...securityWords(say),
    ...peopleWords(say),
    ...requestWords(say),
    ...requestEndWords(say),
    ...identificationWords(say),
  }
  wordings.set(language, wording)
  return wording
}

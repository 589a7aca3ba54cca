import type { Language } from '@countersign/contract/values.ts'
import type { Say } from '#api/mail/catalogue.ts'
import { wordingIn } from '../language.ts'
import { type Part, renderMail, type RenderedMail } from '../layout.ts'
import { shownName, shownTitle } from '../shown-text.ts'

export interface EnterpriseContactInput {
  readonly name: string
  readonly business: string
  readonly email: string
  readonly phone: string | null
  readonly seats: number | null
  readonly message: string | null
}

const contactWords = (say: Say) => ({
  subject: (business: string) => say('{business} has requested a quote', { business }),
  paragraph: say('Someone has filled in the enterprise contact form. Please reply to their address.'),
  labels: {
    name: say('Name'),
    business: say('Business'),
    email: say('Email'),
    phone: say('Phone'),
    seats: say('Seats'),
    message: say('Message'),
  },
})

/** To the operator, where no marketing service takes the form. */
export function enterpriseContactMail(input: EnterpriseContactInput, language: Language): RenderedMail {
  const wording = wordingIn(language)
  const { subject, paragraph, labels } = contactWords(wording.say)
  const line = subject(shownTitle(input.business))
  const facts = (['name', 'business', 'email', 'phone', 'seats'] as const).flatMap((field): Part[] =>
    input[field] === null
      ? []
      : [{ kind: 'fact', label: labels[field], value: shownName(String(input[field])) }],
  )
  const quote: Part[] = input.message ? [{ kind: 'quote', label: labels.message, text: input.message }] : []
  return renderMail(
    {
      words: {
        subject: line,
        preheader: paragraph,
        heading: line,
        paragraphs: [paragraph],
        button: '',
        notes: [],
      },
      parts: [...facts, ...quote],
    },
    wording,
  )
}

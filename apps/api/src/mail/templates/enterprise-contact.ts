import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from './language.ts'
import { type Part, renderMail, type RenderedMail } from './layout.ts'
import { shownName, shownTitle } from './shown-text.ts'

export interface EnterpriseContactInput {
  readonly name: string
  readonly business: string
  readonly email: string
  readonly phone: string | null
  readonly seats: number | null
  readonly message: string | null
}

const words = {
  en: {
    subject: (business: string) => `${business} asks for an offer`,
    paragraph: 'Someone has filled in the form for enterprise customers. Please reply to their address.',
    labels: {
      name: 'Name',
      business: 'Business',
      email: 'Email',
      phone: 'Phone',
      seats: 'Seats',
      message: 'Message',
    },
  },
  de: {
    subject: (business: string) => `${business} bittet um ein Angebot`,
    paragraph:
      'Das Formular für Enterprise-Kunden wurde ausgefüllt. Bitte antworten Sie an die angegebene Adresse.',
    labels: {
      name: 'Name',
      business: 'Unternehmen',
      email: 'E-Mail',
      phone: 'Telefon',
      seats: 'Plätze',
      message: 'Nachricht',
    },
  },
  fr: {
    subject: (business: string) => `${business} demande une offre`,
    paragraph:
      'Le formulaire pour les clients Enterprise a été rempli. Veuillez répondre à l’adresse indiquée.',
    labels: {
      name: 'Nom',
      business: 'Entreprise',
      email: 'E-mail',
      phone: 'Téléphone',
      seats: 'Sièges',
      message: 'Message',
    },
  },
  it: {
    subject: (business: string) => `${business} chiede un’offerta`,
    paragraph:
      'È stato compilato il modulo per i clienti Enterprise. La preghiamo di rispondere all’indirizzo indicato.',
    labels: {
      name: 'Nome',
      business: 'Azienda',
      email: 'E-mail',
      phone: 'Telefono',
      seats: 'Posti',
      message: 'Messaggio',
    },
  },
} as const satisfies Record<Language, unknown>

/** To the operator, where no marketing service takes the form. */
export function enterpriseContactMail(input: EnterpriseContactInput, language: Language): RenderedMail {
  const { subject, paragraph, labels } = words[language]
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
    wordingIn(language),
  )
}

import type { Language } from '@countersign/contract/values.ts'
import { wordingIn } from './language.ts'
import { renderMail, type RenderedMail } from './layout.ts'
import { type Instant, shownName, shownTime, shownTitle } from './shown-text.ts'
import type { MailWords } from './wording.ts'

export type AesForBusinessInput = {
  business: string
  /** The admin who asks. */
  asker: string
  representativeName: string
  domains: string[]
  expiresAt: Instant
  timeZone?: string
  link: string
}

type Fact = { business: string; asker: string; until: string }

/** Asks the representative of a business whether it vouches for people with addresses of its domains. */
export function aesForBusinessMail(
  { business, asker, representativeName, domains, expiresAt, timeZone, link }: AesForBusinessInput,
  lang: Language,
): RenderedMail {
  const wording = wordingIn(lang)
  const { label, ...words } = say[lang]({
    business: shownTitle(business),
    asker: shownName(asker),
    until: shownTime(expiresAt, wording, timeZone),
  })
  return renderMail(
    {
      words,
      greeting: wording.greeting(shownName(representativeName)),
      parts: [{ kind: 'list', label, items: domains }],
      link,
    },
    wording,
  )
}

const say: Record<Language, (fact: Fact) => MailWords & { label: string }> = {
  en: ({ business, asker, until }) => ({
    subject: `Please confirm: “${business}” vouches for its members`,
    preheader: `${asker} names you as its representative.`,
    heading: `“${business}” wants to vouch for its members`,
    paragraphs: [
      `${asker} names you as the representative of “${business}”. Its members would use advanced signatures with an emailed code, without a mobile number. The business vouches for their identity.`,
      'Only you can confirm this. Nothing changes until you do.',
    ],
    label: 'Email domains',
    button: 'Review and confirm',
    notes: [
      `The link is valid until ${until}. Anyone who has it can confirm in your name, so please don’t forward it.`,
      'Don’t represent this business or don’t want this? You can ignore this email.',
    ],
  }),
  de: ({ business, asker, until }) => ({
    subject: `Bitte bestätigen: «${business}» bürgt für die eigenen Leute`,
    preheader: `${asker} nennt Sie als Vertretung des Unternehmens.`,
    heading: `«${business}» will für die eigenen Leute bürgen`,
    paragraphs: [
      `${asker} nennt Sie als Vertretung von «${business}». Die Leute des Unternehmens sollen mit einem Code per E-Mail fortgeschritten unterschreiben können, ohne Mobilnummer: Das Unternehmen bürgt dafür, wer sie sind.`,
      'Nur Sie können das bestätigen. Bis dahin ändert sich nichts.',
    ],
    label: 'Es geht um Adressen von',
    button: 'Ansehen und bestätigen',
    notes: [
      `Der Link gilt bis ${until}. Wer ihn hat, kann in Ihrem Namen bestätigen: Bitte geben Sie ihn nicht weiter.`,
      'Sie vertreten dieses Unternehmen nicht oder wollen das nicht? Dann tun Sie nichts.',
    ],
  }),
  fr: ({ business, asker, until }) => ({
    subject: `Veuillez confirmer : « ${business} » se porte garante des siens`,
    preheader: `${asker} vous désigne comme personne qui la représente.`,
    heading: `« ${business} » veut se porter garante des siens`,
    paragraphs: [
      `${asker} vous désigne comme personne qui représente « ${business} ». Ses membres doivent pouvoir signer de manière avancée au moyen d’un code reçu par e-mail, sans numéro de mobile : l’entreprise garantit leur identité.`,
      'Vous seul(e) pouvez le confirmer. Rien ne change d’ici là.',
    ],
    label: 'Il s’agit des adresses de',
    button: 'Voir et confirmer',
    notes: [
      `Le lien est valable jusqu’au ${until}. Qui le possède peut confirmer en votre nom : veuillez ne pas le transmettre.`,
      'Vous ne représentez pas cette entreprise, ou vous ne le souhaitez pas ? Alors ne faites rien.',
    ],
  }),
  it: ({ business, asker, until }) => ({
    subject: `Confermi per favore: «${business}» garantisce per i suoi`,
    preheader: `${asker} La indica come rappresentante.`,
    heading: `«${business}» vuole garantire per i suoi`,
    paragraphs: [
      `${asker} La indica come rappresentante di «${business}». I suoi membri devono poter firmare in modo avanzato con un codice ricevuto per e-mail, senza numero di cellulare: l’azienda garantisce la loro identità.`,
      'Solo Lei può confermarlo. Fino ad allora non cambia nulla.',
    ],
    label: 'Riguarda gli indirizzi di',
    button: 'Vedere e confermare',
    notes: [
      `Il link vale fino al ${until}. Chi lo possiede può confermare a Suo nome: per favore non lo trasmetta.`,
      'Non rappresenta questa azienda o non lo desidera? Allora non faccia nulla.',
    ],
  }),
}

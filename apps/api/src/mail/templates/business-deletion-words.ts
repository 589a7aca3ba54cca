import type { Language } from '@countersign/contract/values.ts'
import type { MailWords } from './wording.ts'

type Fact = { business: string; at: string; by: string; isAdmin: boolean }
type Words = { [What in 'asked' | 'revoked' | 'deleted']: (fact: Fact) => MailWords }

/** Names and dates are already fit to be shown. */
export const businessDeletionWords: Record<Language, Words> = {
  en: {
    asked: ({ business, at, by, isAdmin }) => ({
      subject: `“${business}” will be deleted`,
      preheader: `On ${at}, unless an administrator cancels.`,
      heading: `“${business}” will be deleted`,
      paragraphs: [
        `${by} has requested the deletion of the business. It will be deleted on ${at}. Until then everything works as before.`,
        'After that, every member has a personal account. You keep what you sent and signed; the business’s seals and API keys stop working.',
      ],
      button: isAdmin ? 'Manage business' : 'My documents',
      notes: [
        isAdmin
          ? 'Any administrator can cancel the deletion until then.'
          : 'Is this a mistake? An administrator can cancel the deletion until then.',
      ],
    }),
    revoked: ({ business, by }) => ({
      subject: `“${business}” won’t be deleted`,
      preheader: 'The deletion was cancelled.',
      heading: `“${business}” won’t be deleted`,
      paragraphs: [`${by} cancelled the deletion of the business. Everything continues as before.`],
      button: 'My documents',
      notes: [],
    }),
    deleted: ({ business }) => ({
      subject: `“${business}” was deleted`,
      preheader: 'You now have a personal account.',
      heading: `“${business}” was deleted`,
      paragraphs: [
        'The 30-day period is over. You now have a personal account. Please accept its terms the next time you sign in.',
        'You keep what you sent and signed, and signatures stay valid. The business’s seals and API keys no longer work.',
      ],
      button: 'My documents',
      notes: [],
    }),
  },
  de: {
    asked: ({ business, at, by, isAdmin }) => ({
      subject: `«${business}» wird gelöscht`,
      preheader: `Am ${at}, falls niemand aus der Verwaltung das Unternehmen behält.`,
      heading: `«${business}» wird gelöscht`,
      paragraphs: [
        `${by} hat die Löschung des Unternehmens veranlasst. Sie geschieht am ${at}. Bis dahin geht alles weiter wie bisher.`,
        'Alle, die dazugehören, haben danach ein persönliches Konto. Was Sie gesendet und unterschrieben haben, bleibt bei Ihnen; Siegel und API-Schlüssel des Unternehmens gelten dann nicht mehr.',
      ],
      button: isAdmin ? 'Unternehmen ansehen oder behalten' : 'Meine Dokumente öffnen',
      notes: [
        isAdmin
          ? 'Bis dahin kann jede Administratorin und jeder Administrator das Unternehmen behalten.'
          : 'Ist das ein Irrtum? Wer das Unternehmen verwaltet, kann es bis dahin behalten.',
      ],
    }),
    revoked: ({ business, by }) => ({
      subject: `«${business}» bleibt bestehen`,
      preheader: 'Das Unternehmen wird nicht mehr gelöscht.',
      heading: `«${business}» bleibt bestehen`,
      paragraphs: [
        `${by} hat entschieden, dass das Unternehmen nicht gelöscht wird. Für Sie ändert sich nichts: Alles geht weiter wie bisher.`,
      ],
      button: 'Meine Dokumente öffnen',
      notes: [],
    }),
    deleted: ({ business }) => ({
      subject: `«${business}» wurde gelöscht`,
      preheader: 'Ihr Konto geht als persönliches Konto weiter.',
      heading: `«${business}» wurde gelöscht`,
      paragraphs: [
        'Die Frist ist abgelaufen. Ihr Konto geht als persönliches Konto weiter: Bitte nehmen Sie beim nächsten Öffnen die Bedingungen dafür an.',
        'Was Sie gesendet und unterschrieben haben, bleibt bei Ihnen, und die Unterschriften bleiben gültig. Siegel und API-Schlüssel des Unternehmens gelten nicht mehr.',
      ],
      button: 'Meine Dokumente öffnen',
      notes: [],
    }),
  },
  fr: {
    asked: ({ business, at, by, isAdmin }) => ({
      subject: `« ${business} » va être supprimée`,
      preheader: `Le ${at}, sauf si l’administration la conserve.`,
      heading: `« ${business} » va être supprimée`,
      paragraphs: [
        `${by} a demandé la suppression de l’entreprise. Elle aura lieu le ${at}. D’ici là, tout fonctionne comme avant.`,
        'Toutes les personnes qui en font partie auront ensuite un compte personnel. Ce que vous avez envoyé et signé reste à vous ; les sceaux et les clés d’API de l’entreprise ne fonctionneront plus.',
      ],
      button: isAdmin ? 'Voir l’entreprise ou la conserver' : 'Ouvrir mes documents',
      notes: [
        isAdmin
          ? 'Jusque-là, chaque personne qui administre l’entreprise peut la conserver.'
          : 'Est-ce une erreur ? Une personne qui administre l’entreprise peut la conserver jusque-là.',
      ],
    }),
    revoked: ({ business, by }) => ({
      subject: `« ${business} » est conservée`,
      preheader: 'Elle ne sera plus supprimée.',
      heading: `« ${business} » est conservée`,
      paragraphs: [
        `${by} a décidé que l’entreprise ne serait pas supprimée. Rien ne change pour vous : tout continue comme avant.`,
      ],
      button: 'Ouvrir mes documents',
      notes: [],
    }),
    deleted: ({ business }) => ({
      subject: `« ${business} » a été supprimée`,
      preheader: 'Votre compte continue comme compte personnel.',
      heading: `« ${business} » a été supprimée`,
      paragraphs: [
        'Le délai est écoulé. Votre compte continue comme compte personnel : à la prochaine ouverture, veuillez en accepter les conditions.',
        'Ce que vous avez envoyé et signé reste à vous, et les signatures restent valables. Les sceaux et les clés d’API de l’entreprise ne fonctionnent plus.',
      ],
      button: 'Ouvrir mes documents',
      notes: [],
    }),
  },
  it: {
    asked: ({ business, at, by, isAdmin }) => ({
      subject: `«${business}» sarà eliminata`,
      preheader: `Il ${at}, a meno che l’amministrazione non la mantenga.`,
      heading: `«${business}» sarà eliminata`,
      paragraphs: [
        `${by} ha chiesto l’eliminazione dell’azienda. Avverrà il ${at}. Fino ad allora tutto funziona come prima.`,
        'Chi ne fa parte avrà poi un account personale. Ciò che Lei ha inviato e firmato resta a Lei; i sigilli e le chiavi API dell’azienda non funzioneranno più.',
      ],
      button: isAdmin ? 'Vedere l’azienda o mantenerla' : 'Aprire i miei documenti',
      notes: [
        isAdmin
          ? 'Fino ad allora chiunque amministri l’azienda può mantenerla.'
          : 'È un errore? Chi amministra l’azienda può mantenerla fino ad allora.',
      ],
    }),
    revoked: ({ business, by }) => ({
      subject: `«${business}» resta`,
      preheader: 'Non sarà più eliminata.',
      heading: `«${business}» resta`,
      paragraphs: [
        `${by} ha deciso che l’azienda non viene eliminata. Per Lei non cambia nulla: tutto continua come prima.`,
      ],
      button: 'Aprire i miei documenti',
      notes: [],
    }),
    deleted: ({ business }) => ({
      subject: `«${business}» è stata eliminata`,
      preheader: 'Il Suo account continua come account personale.',
      heading: `«${business}» è stata eliminata`,
      paragraphs: [
        'Il termine è scaduto. Il Suo account continua come account personale: alla prossima apertura ne accetti le condizioni.',
        'Ciò che Lei ha inviato e firmato resta a Lei e le firme restano valide. I sigilli e le chiavi API dell’azienda non funzionano più.',
      ],
      button: 'Aprire i miei documenti',
      notes: [],
    }),
  },
}

import type { PeopleWording } from './wording.ts'

export const peopleWording: PeopleWording = {
  peopleLabels: { answerBy: 'Bitte antworten Sie bis' },
  businessInvitation: ({ business, inviter, role, email, hasAccount }) => ({
    subject: `Sie sind eingeladen, ${business} beizutreten`,
    preheader: 'Wenn Sie annehmen, senden und unterschreiben Sie Dokumente als Teil des Unternehmens.',
    heading: `Sie sind eingeladen, ${business} beizutreten`,
    paragraphs: [
      `${inviter ?? business} lädt Sie ein, bei Countersign zu ${business} zu gehören${role === 'admin' ? ', mit den Rechten der Administration' : ''}.`,
      hasAccount
        ? 'Sie entscheiden nach der Anmeldung. Ihr Konto und Ihre Dokumente bleiben, wie sie sind.'
        : `Um anzunehmen, registrieren Sie sich bitte mit dieser E-Mail-Adresse: ${email}. Das dauert eine Minute.`,
    ],
    button: 'Einladung ansehen',
    notes: [
      'Sie kennen dieses Unternehmen nicht? Dann müssen Sie nichts tun: Ohne Ihre Antwort geschieht nichts.',
    ],
  }),
  businessInvitationDeclined: ({ business, name, email }) => ({
    subject: `${name} hat die Einladung zu ${business} abgelehnt`,
    preheader: 'Der Platz ist wieder frei.',
    heading: `${name} hat die Einladung zu ${business} abgelehnt`,
    paragraphs: [
      `Die Einladung an ${email} wurde abgelehnt. Niemand ist beigetreten, und der Platz ist wieder frei.`,
      'Sie können dieselbe Adresse erneut einladen.',
    ],
    button: 'Mitglieder öffnen',
    notes: [],
  }),
  documentsTakenOver: ({ business, from, requests }) => ({
    subject: `Die Dokumente von ${from} gehören jetzt Ihnen`,
    preheader: `Übergeben innerhalb von ${business}.`,
    heading: `Die Dokumente von ${from} gehören jetzt Ihnen`,
    paragraphs: [
      `${from} gehört nicht mehr zu ${business}. Was dort von ${from} stammt, wurde Ihnen übergeben: Signaturanfragen (${requests}) sowie Vorlagen und Unterzeichnergruppen, falls es welche gibt.`,
      'Ab jetzt sind Sie dafür zuständig. Sind es viele, dauert es eine Weile, bis alle in Ihrer Liste stehen.',
    ],
    button: 'Dokumente öffnen',
    notes: [],
  }),
  removedFromBusiness: ({ business, handedOverTo }) => ({
    subject: `Sie gehören nicht mehr zu ${business}`,
    preheader: 'Ihr Konto ist ab jetzt ein persönliches.',
    heading: `Sie gehören nicht mehr zu ${business}`,
    paragraphs: [
      `Sie wurden von der Administration aus ${business} entfernt. Ihr Konto bleibt: Es ist ab jetzt ein persönliches.`,
      handedOverTo === null
        ? 'Ihre Dokumente und Vorlagen bleiben bei Ihnen.'
        : `Ihre Signaturanfragen und Vorlagen wurden an ${handedOverTo} übergeben. Was Sie unterschrieben haben, bleibt gültig, und Sie sehen es weiterhin.`,
    ],
    button: 'Countersign öffnen',
    notes: [],
  }),
}

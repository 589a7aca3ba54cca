import { accountWording } from './account-messages.de.ts'
import { peopleWording } from './people-messages.de.ts'
import type { Wording } from './wording.ts'

const personalLink =
  'Dieser Link ist persönlich: Wer ihn hat, kann in Ihrem Namen handeln. Bitte leiten Sie ihn nicht weiter.'

const qualifiedSignature =
  'Verlangt ist eine qualifizierte Signatur. Falls Ihre Identität noch nicht geprüft ist, kommt zuerst eine einmalige Identitätsprüfung. Sie dauert etwa 5 Minuten.'

export const de: Wording = {
  language: 'de',
  locale: 'de-CH',
  colon: ':',
  greeting: (name) => (name === undefined ? 'Guten Tag' : `Guten Tag ${name}`),
  ofBusiness: (person, business) => `${person}, ${business},`,
  buttonFails: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  footer: 'Diese E-Mail wurde automatisch versendet. Antworten werden nicht gelesen.',
  repliesTo: (sender) => `Antworten auf diese E-Mail gehen an ${sender}.`,
  labels: {
    documents: 'Dokumente',
    documentsToSign: 'Dokumente zum Unterschreiben',
    documentsForInformation: 'Zu Ihrer Information',
    messageFrom: (sender) => `Nachricht von ${sender}`,
    reason: 'Angegebener Grund',
    signedBy: 'Unterschrieben von',
    validUntil: 'Zu unterschreiben bis',
    changed: 'Was neu ist',
  },
  changedFields: {
    title: 'der Titel',
    message: 'die Nachricht',
    expiresAt: 'die Frist',
    level: 'die Stufe der Unterschrift',
    documents: 'die Dokumente oder ihre Reihenfolge',
    name: 'Ihr Name',
    place: 'wo Sie unterschreiben',
  },
  confirmation: ({ until }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    preheader: 'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.',
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.',
      `Der Link funktioniert einmal, bis ${until}.`,
    ],
    button: 'E-Mail-Adresse bestätigen',
    notes: [
      'Sie haben das nicht verlangt? Dann müssen Sie nichts tun: Ohne Ihre Bestätigung geschieht nichts.',
    ],
  }),
  accountExists: () => ({
    subject: 'Sie haben bereits ein Konto',
    preheader: 'Melden Sie sich mit dieser Adresse an.',
    heading: 'Sie haben bereits ein Konto',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, wollte sich mit dieser E-Mail-Adresse registrieren. Sie gehört bereits zu einem Konto, es ist also nichts einzurichten: Bitte melden Sie sich an.',
    ],
    button: 'Anmelden',
    notes: ['Sie haben das nicht verlangt? Dann müssen Sie nichts tun: Ihr Konto wurde nicht verändert.'],
  }),
  invitation: ({ sender, from, title, delegator, group, qualified }) => ({
    subject: `${sender} bittet Sie um Ihre Unterschrift: «${title}»`,
    preheader: 'Lesen Sie die Dokumente und unterschreiben Sie online.',
    heading: `Bitte unterschreiben Sie «${title}»`,
    paragraphs: [
      `${from} bittet Sie um Ihre Unterschrift.`,
      ...(delegator
        ? [`${delegator} wurde um die Unterschrift gebeten und hat sie an Sie weitergegeben.`]
        : []),
      ...(group
        ? [
            `Sie werden als Mitglied von «${group}» gefragt: Wer von Ihnen zuerst unterschreibt, unterschreibt für die Gruppe.`,
          ]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
      'Sie können die Dokumente zuerst lesen und danach online unterschreiben.',
    ],
    button: 'Prüfen und unterschreiben',
    notes: [
      personalLink,
      'Sie kennen den Absender nicht? Dann unterschreiben Sie nicht: Ohne Ihr Zutun geschieht nichts.',
    ],
  }),
  observerInvited: ({ inviter, title, email, hasAccount }) => ({
    subject: `${inviter} lässt Sie «${title}» mitverfolgen`,
    preheader:
      'Sie können die Dokumente lesen und sehen, wer unterschrieben hat. Unterschreiben müssen Sie nicht.',
    heading: `${inviter} lässt Sie «${title}» mitverfolgen`,
    paragraphs: [
      'Sie können die Dokumente lesen und sehen, wer unterschrieben hat. Unterschreiben müssen Sie nicht. Wir schreiben Ihnen wieder, wenn die Anfrage beendet ist.',
      ...(hasAccount
        ? []
        : [`Um sie zu sehen, registrieren Sie sich bitte mit dieser E-Mail-Adresse: ${email}.`]),
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  signedCopy: ({ title }) => ({
    subject: `Vollständig unterschrieben: «${title}»`,
    preheader: 'Die unterschriebenen Dokumente liegen bereit.',
    heading: `«${title}» ist vollständig unterschrieben`,
    paragraphs: [
      'Die unterschriebenen Dokumente liegen bereit. Bitte bewahren Sie sie auf: Die elektronische Datei ist das Original.',
    ],
    button: 'Unterschriebene Dokumente öffnen',
    notes: [],
  }),
  requestSigned: ({ signer, title, at, signed, total }) => ({
    subject: `${signer} hat «${title}» unterschrieben`,
    preheader: `${signed} von ${total} haben unterschrieben.`,
    heading: `${signer} hat «${title}» unterschrieben`,
    paragraphs: [`Unterschrieben am ${at}.`, `${signed} von ${total} haben unterschrieben.`],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  declined: ({ signer, title, at }) => ({
    subject: `${signer} hat die Unterzeichnung von «${title}» abgelehnt`,
    preheader: 'Die Anfrage ist beendet.',
    heading: `${signer} hat die Unterzeichnung von «${title}» abgelehnt`,
    paragraphs: [
      `Abgelehnt am ${at}.`,
      'Die Anfrage ist damit beendet: Niemand kann sie mehr unterschreiben.',
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  delegated: ({ from, to, title, at }) => ({
    subject: `${from} hat die Unterzeichnung von «${title}» an ${to} weitergegeben`,
    preheader: 'Jemand anderes unterschreibt.',
    heading: `${from} hat die Unterzeichnung von «${title}» an ${to} weitergegeben`,
    paragraphs: [`Weitergegeben am ${at}. ${to} wurde um die Unterschrift gebeten.`],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  groupSigned: ({ name, group, title, at }) => ({
    subject: `${name} hat «${title}» für «${group}» unterschrieben`,
    preheader: 'Sie müssen nichts mehr tun.',
    heading: `${name} hat «${title}» für «${group}» unterschrieben`,
    paragraphs: [
      `Unterschrieben am ${at}. Die Unterschrift der Gruppe liegt vor: Sie müssen nichts mehr tun.`,
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  groupDelegated: ({ name, group, title, at }) => ({
    subject: `${name} hat die Unterschrift von «${group}» weitergegeben: «${title}»`,
    preheader: 'Sie müssen nichts mehr tun.',
    heading: `${name} hat die Unterschrift von «${group}» weitergegeben`,
    paragraphs: [
      `Weitergegeben am ${at}. «${title}» unterschreibt nun jemand anderes: Ihre Gruppe wird nicht mehr gefragt, und Sie müssen nichts mehr tun.`,
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  withdrawn: ({ sender, title, at }) => ({
    subject: `${sender} hat «${title}» zurückgezogen`,
    preheader: 'Sie müssen nichts mehr tun.',
    heading: `${sender} hat «${title}» zurückgezogen`,
    paragraphs: [
      `Die Anfrage wurde am ${at} zurückgezogen. Sie kann nicht mehr unterschrieben werden, und Sie müssen nichts mehr tun.`,
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  reminder: ({ sender, from, title, group, qualified }) => ({
    subject: `Erinnerung: ${sender} wartet auf Ihre Unterschrift für «${title}»`,
    preheader: 'Ihre Unterschrift fehlt noch.',
    heading: `«${title}» wartet auf Ihre Unterschrift`,
    paragraphs: [
      `${from} hat Sie um Ihre Unterschrift gebeten. Sie fehlt noch.`,
      ...(group
        ? [
            `Sie werden als Mitglied von «${group}» gefragt: Wer von Ihnen zuerst unterschreibt, unterschreibt für die Gruppe.`,
          ]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
    ],
    button: 'Prüfen und unterschreiben',
    notes: [personalLink],
  }),
  changed: ({ sender, title, signs }) => ({
    subject: `${sender} hat «${title}» berichtigt`,
    preheader: signs ? 'Ihre Unterschrift fehlt noch.' : 'Sie sehen den neuen Stand.',
    heading: `${sender} hat «${title}» berichtigt`,
    paragraphs: [
      signs
        ? 'Noch niemand hat unterschrieben. Bitte sehen Sie sich den neuen Stand an, bevor Sie unterschreiben.'
        : 'Noch niemand hat unterschrieben. Sie sehen den neuen Stand.',
    ],
    button: signs ? 'Prüfen und unterschreiben' : 'Anfrage öffnen',
    notes: signs ? [personalLink] : [],
  }),
  expiredForSender: ({ title, at, signed, total }) => ({
    subject: `Abgelaufen: «${title}»`,
    preheader: `${signed} von ${total} hatten unterschrieben.`,
    heading: `«${title}» ist abgelaufen`,
    paragraphs: [
      `Die Frist endete am ${at}. ${signed} von ${total} hatten unterschrieben.`,
      'Es ist nichts verloren: Sie können die Anfrage öffnen und die Dokumente erneut versenden.',
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  expiredForSigner: ({ sender, title, at }) => ({
    subject: `Abgelaufen: «${title}»`,
    preheader: 'Die Frist zur Unterzeichnung ist vorbei.',
    heading: `«${title}» ist abgelaufen`,
    paragraphs: [
      `Die Frist endete am ${at}.`,
      `Falls Sie noch unterschreiben möchten, bitten Sie ${sender}, die Dokumente erneut zu versenden.`,
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  expiredForObserver: ({ title, at }) => ({
    subject: `Abgelaufen: «${title}»`,
    preheader: 'Die Frist zum Unterschreiben ist abgelaufen.',
    heading: `«${title}» ist abgelaufen`,
    paragraphs: [`Die Frist zum Unterschreiben endete am ${at}. Sie müssen nichts tun.`],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  signingFailed: ({ title, at }) => ({
    subject: `Kann nicht unterschrieben werden: «${title}»`,
    preheader: 'Eine Unterschrift wäre nicht gültig.',
    heading: `«${title}» kann nicht unterschrieben werden`,
    paragraphs: [
      `Am ${at} zeigte sich, dass eine Unterschrift in einem der Dokumente wegen des Aufbaus der Datei nicht gültig wäre. Sie wurde verworfen, und die Anfrage ist beendet.`,
      'Bitte drucken Sie das Dokument in ein neues PDF und versenden Sie es in einer neuen Anfrage.',
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  mailFailed: ({ recipient, title }) => ({
    subject: `Nicht zugestellt: die E-Mail an ${recipient} zu «${title}»`,
    preheader: 'Bitte prüfen Sie die Adresse.',
    heading: `Die E-Mail an ${recipient} konnte nicht zugestellt werden`,
    paragraphs: [
      `Es geht um «${title}». Der Mailserver des Empfängers hat die E-Mail abgewiesen oder war nicht erreichbar.`,
      'Es ist nichts verloren. Bitte prüfen Sie die Adresse, korrigieren Sie sie in der Anfrage und versenden Sie die E-Mail erneut.',
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  identificationResult: ({ success }) => ({
    subject: success ? 'Sie sind identifiziert' : 'Ihre Identifikation ist nicht gelungen',
    preheader: 'Der Dienst hat sie noch einmal geprüft.',
    heading: success ? 'Sie sind identifiziert' : 'Ihre Identifikation ist nicht gelungen',
    paragraphs: success
      ? [
          'Der Identifikationsdienst hat noch einmal geprüft, was Sie gezeigt haben, und ist sicher, wer Sie sind.',
          'Sie können nun weitermachen: Vor dem Unterschreiben ist vielleicht noch ein Schritt nötig.',
        ]
      : [
          'Der Identifikationsdienst hat noch einmal geprüft, was Sie gezeigt haben, und konnte nicht sicherstellen, wer Sie sind.',
          'Es ging nichts verloren. Die Seite sagt, warum, und wie Sie weiterkommen.',
        ],
    button: success ? 'Weitermachen' : 'Sehen, was Sie tun können',
    notes: [],
  }),
  identificationEnds: ({ at }) => ({
    subject: `Ihre Identifikation endet am ${at}`,
    preheader: 'Bitte weisen Sie sich rechtzeitig neu aus.',
    heading: `Ihre Identifikation endet am ${at}`,
    paragraphs: [
      `Sie haben sich ausgewiesen, und das gilt bis ${at}. Danach können Sie nicht mehr qualifiziert unterschreiben.`,
      'Damit es ohne Unterbruch weitergeht, weisen Sie sich bitte vor diesem Tag neu aus. Was Sie unterschrieben haben, bleibt gültig.',
    ],
    button: 'Neu ausweisen',
    notes: [],
  }),
  deletionAhead: ({ title, at, today }) => ({
    subject: today
      ? `Wird innert eines Tages gelöscht: «${title}»`
      : `Wird in einer Woche gelöscht: «${title}»`,
    preheader: 'Bitte laden Sie herunter, was Sie behalten möchten.',
    heading: `«${title}» wird am ${at} gelöscht`,
    paragraphs: [
      'Die absendende Person lässt Dokumente nach einer festgelegten Zeit löschen. Die Dokumente, die Anhänge und die Bilder der Unterschriften sind dann nicht mehr hier.',
      'Bitte laden Sie herunter, was Sie behalten möchten: Die elektronische Datei ist das Original. Das Signaturprotokoll bleibt verfügbar.',
    ],
    button: 'Anfrage öffnen',
    notes: [],
  }),
  ...accountWording,
  ...peopleWording,
}

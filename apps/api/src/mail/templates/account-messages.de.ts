import type { AccountWording, SecurityChange } from './wording.ts'

const happened: Record<SecurityChange, { subject: string; text: string }> = {
  password_changed: {
    subject: 'Ihr Passwort wurde geändert',
    text: 'Das Passwort Ihres Kontos wurde geändert. Alle anderen Geräte wurden abgemeldet.',
  },
  password_reset: {
    subject: 'Ihr Passwort wurde zurückgesetzt',
    text: 'Für Ihr Konto wurde über einen zugestellten Link ein neues Passwort gesetzt. Alle Geräte wurden abgemeldet.',
  },
  email_changed: {
    subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    text: 'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Bitte melden Sie sich künftig mit dieser an.',
  },
  mobile_changed: {
    subject: 'Die Mobilnummer Ihres Kontos wurde geändert',
    text: 'Ihr Konto hat jetzt die unten genannte Mobilnummer. Codes zum Unterschreiben können an sie gehen.',
  },
  second_factor_added: {
    subject: 'Ihrem Konto wurde ein zweiter Faktor hinzugefügt',
    text: 'Bei der Anmeldung wird jetzt zusätzlich ein zweiter Faktor verlangt.',
  },
  second_factor_removed: {
    subject: 'Ein zweiter Faktor Ihres Kontos wurde entfernt',
    text: 'Ein zweiter Faktor schützt Ihr Konto nicht mehr.',
  },
  recovery_codes_renewed: {
    subject: 'Neue Wiederherstellungscodes für Ihr Konto',
    text: 'Es wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
  },
  recovery_code_used: {
    subject: 'Ein Wiederherstellungscode Ihres Kontos wurde verwendet',
    text: 'Jemand hat sich mit einem Ihrer Wiederherstellungscodes angemeldet. Dieser Code gilt nicht mehr.',
  },
  identity_linked: {
    subject: 'Ihr Konto wurde mit der Anmeldung Ihres Unternehmens verknüpft',
    text: 'Sie können sich ab jetzt über Ihre Firma anmelden.',
  },
  account_deleted: {
    subject: 'Ihr Konto wurde gelöscht',
    text: 'Ihr Konto und Ihre persönlichen Angaben wurden gelöscht. Was unterschrieben wurde, bleibt für die anderen gültig.',
  },
  new_sign_in: {
    subject: 'Neue Anmeldung in Ihrem Konto',
    text: 'Jemand hat sich von einem uns bisher unbekannten Gerät in Ihrem Konto angemeldet.',
  },
  record_signing_locked: {
    subject: 'Eine Unterschrift wurde nach fünf falschen Nachweisen abgebrochen',
    text: 'Ein Mitglied Ihres Unternehmens konnte sich beim Unterschreiben eines regulierten Dokuments (21 CFR Part 11) nicht ausweisen. Es wurde nichts unterschrieben. Um wessen Konto es geht, steht unten.',
  },
}

const notYou: Partial<Record<SecurityChange, string>> = {
  record_signing_locked:
    'Bitte fragen Sie sofort nach, ob es die Person selbst war. Wenn nicht, muss ihr Passwort geändert werden.',
  password_changed:
    'Sie waren es nicht? Dann setzen Sie sofort ein neues Passwort: Wir senden Ihnen dazu einen Link.',
  password_reset:
    'Sie waren es nicht? Dann setzen Sie sofort ein neues Passwort und sichern Sie auch Ihr E-Mail-Postfach.',
  email_changed:
    'Sie waren es nicht? Dann melden Sie sich an und ändern Sie sofort Ihr Passwort. Falls Sie sich nicht mehr anmelden können, wenden Sie sich an den Betreiber dieses Dienstes.',
  mobile_changed:
    'Sie waren es nicht? Dann ändern Sie sofort Ihr Passwort und tragen Sie in Ihrem Profil wieder Ihre eigene Nummer ein.',
  account_deleted:
    'Sie waren es nicht? Dann wenden Sie sich an den Betreiber dieses Dienstes und sichern Sie Ihr E-Mail-Postfach.',
}

export const accountWording: AccountWording = {
  securityLabels: {
    when: 'Zeitpunkt',
    address: 'Von der Adresse',
    device: 'Mit dem Gerät',
    detail: 'Details',
    unknown: 'Unbekannt',
  },
  securityNotice: ({ change }) => ({
    subject: happened[change].subject,
    preheader: 'Waren Sie es? Dann müssen Sie nichts tun.',
    heading: happened[change].subject,
    paragraphs: [happened[change].text],
    button:
      change === 'password_changed' || change === 'password_reset'
        ? 'Neues Passwort setzen'
        : 'Passwort ändern',
    notes: [
      'Waren Sie es? Dann müssen Sie nichts tun.',
      notYou[change] ??
        'Sie waren es nicht? Dann ändern Sie sofort Ihr Passwort und prüfen Sie, welche Geräte angemeldet sind.',
    ],
  }),
  passwordReset: ({ until }) => ({
    subject: 'Setzen Sie ein neues Passwort',
    preheader: 'Der Link funktioniert einmal, eine Stunde lang.',
    heading: 'Setzen Sie ein neues Passwort',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, möchte für Ihr Konto ein neues Passwort setzen.',
      `Der Link funktioniert einmal, bis ${until}.`,
    ],
    button: 'Neues Passwort setzen',
    notes: [
      'Dieser Link ist persönlich: Wer ihn hat, kann Ihr Konto übernehmen. Bitte leiten Sie ihn nicht weiter.',
      'Sie haben das nicht verlangt? Dann müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
  companySignIn: () => ({
    subject: 'Melden Sie sich über Ihre Firma an',
    preheader: 'Ihr Konto hat kein eigenes Passwort.',
    heading: 'Melden Sie sich über Ihre Firma an',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, möchte ein neues Passwort setzen. Ihr Konto hat keines: Sie melden sich über Ihre Firma an.',
      'Falls Sie das Passwort Ihres Unternehmens vergessen haben, wenden Sie sich bitte an deren Informatik.',
    ],
    button: 'Anmelden',
    notes: ['Sie haben das nicht verlangt? Dann müssen Sie nichts tun: Ihr Konto wurde nicht verändert.'],
  }),
  signingCode: ({ code, title, until }) => ({
    subject: `${code} ist Ihr Code, um «${title}» zu unterschreiben`,
    preheader: `Er gilt bis ${until}.`,
    heading: `Ihr Code, um «${title}» zu unterschreiben`,
    paragraphs: [`Mit diesem Code geben Sie die Unterzeichnung von «${title}» frei. Er gilt bis ${until}.`],
    label: 'Code',
    notes: [
      'Geben Sie den Code nie weiter: Niemand von Countersign fragt Sie danach.',
      'Sie wollten nicht unterschreiben? Dann müssen Sie nichts tun: Ohne den Code wird nichts unterschrieben.',
    ],
  }),
  noAccount: () => ({
    subject: 'Zu dieser E-Mail-Adresse gibt es kein Konto',
    preheader: 'Vielleicht haben Sie sich mit einer anderen Adresse registriert.',
    heading: 'Zu dieser E-Mail-Adresse gibt es kein Konto',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, möchte ein neues Passwort setzen. Zu dieser E-Mail-Adresse gibt es kein Konto; vielleicht haben Sie sich mit einer anderen registriert.',
    ],
    button: 'Registrieren',
    notes: ['Sie haben das nicht verlangt? Dann müssen Sie nichts tun: Wir behalten nichts davon.'],
  }),
  emailChange: ({ until }) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    preheader: 'Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.',
    heading: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      'Bitte bestätigen Sie, dass diese Adresse die E-Mail-Adresse Ihres Kontos werden soll. Bis dahin bleibt die bisherige.',
      `Der Link funktioniert einmal, bis ${until}. Sie müssen dazu in Ihrem Konto angemeldet sein.`,
    ],
    button: 'E-Mail-Adresse bestätigen',
    notes: [
      'Sie haben das nicht verlangt? Dann müssen Sie nichts tun: Ohne Ihre Bestätigung geschieht nichts.',
    ],
  }),
  emailTaken: () => ({
    subject: 'Ihre E-Mail-Adresse gehört bereits zu einem Konto',
    preheader: 'Jemand wollte sie für ein anderes Konto verwenden.',
    heading: 'Ihre E-Mail-Adresse gehört bereits zu einem Konto',
    paragraphs: [
      'Jemand, vielleicht Sie selbst, wollte diese E-Mail-Adresse für ein anderes Konto verwenden. Sie gehört bereits zu Ihrem Konto, es wurde also nichts geändert.',
      'Falls Sie zwei Konten haben und nur das andere behalten möchten, melden Sie sich in diesem an und löschen Sie es zuerst.',
    ],
    button: 'Anmelden',
    notes: ['Sie haben das nicht verlangt? Dann müssen Sie nichts tun: Ihr Konto wurde nicht verändert.'],
  }),
}

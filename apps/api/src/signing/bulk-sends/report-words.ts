import type { RowProblemCode } from '@countersign/contract/bulk-sends.ts'
import type { Language } from '@countersign/contract/values.ts'

interface ReportWords {
  readonly columns: readonly string[]
  readonly states: Readonly<Record<'pending' | 'sent' | 'refused' | 'cancelled', string>>
  readonly deliveries: Readonly<Record<'pending' | 'sent' | 'failed', string>>
  readonly problems: Readonly<Record<RowProblemCode, string>>
}

export const reportWords: Readonly<Record<Language, ReportWords>> = {
  en: {
    columns: ['Row', 'Title', 'Signers', 'State', 'Reason', 'Email', 'Signature request', 'Time (UTC)'],
    states: { pending: 'Waiting', sent: 'Sent', refused: 'Not sent', cancelled: 'Cancelled' },
    deliveries: { pending: 'On its way', sent: 'Delivered', failed: 'Not delivered' },
    problems: {
      email_missing: 'The email is missing',
      email_wrong: 'This is not an email address',
      name_wrong: 'The name is too long or has signs that no name has',
      language_unknown: 'The language is not one of English, German, French and Italian',
      title_missing: 'The title is empty',
      title_wrong: 'The title is too long or has signs that cannot be shown',
      message_wrong: 'The message is too long or has signs that cannot be shown',
      too_many_cells: 'The row has more cells than there are columns',
      same_as_before: 'An earlier row says the same',
      refused: 'The request could not be made with these people',
      failed: 'Something went wrong on our side',
    },
  },
  de: {
    columns: [
      'Zeile',
      'Titel',
      'Unterzeichnende',
      'Stand',
      'Grund',
      'E-Mail',
      'Signaturanfrage',
      'Zeit (UTC)',
    ],
    states: { pending: 'Wartet', sent: 'Gesendet', refused: 'Nicht gesendet', cancelled: 'Abgebrochen' },
    deliveries: { pending: 'Unterwegs', sent: 'Zugestellt', failed: 'Nicht zugestellt' },
    problems: {
      email_missing: 'Die E-Mail-Adresse fehlt',
      email_wrong: 'Das ist keine E-Mail-Adresse',
      name_wrong: 'Der Name ist zu lang oder hat Zeichen, die kein Name hat',
      language_unknown: 'Die Sprache ist nicht Deutsch, Englisch, Französisch oder Italienisch',
      title_missing: 'Der Titel ist leer',
      title_wrong: 'Der Titel ist zu lang oder hat Zeichen, die sich nicht zeigen lassen',
      message_wrong: 'Die Nachricht ist zu lang oder hat Zeichen, die sich nicht zeigen lassen',
      too_many_cells: 'Die Zeile hat mehr Felder, als es Spalten gibt',
      same_as_before: 'Eine frühere Zeile sagt dasselbe',
      refused: 'Mit diesen Personen liess sich keine Anfrage erstellen',
      failed: 'Bei uns ist etwas schiefgegangen',
    },
  },
  fr: {
    columns: [
      'Ligne',
      'Titre',
      'Signataires',
      'État',
      'Raison',
      'Email',
      'Demande de signature',
      'Heure (UTC)',
    ],
    states: { pending: 'En attente', sent: 'Envoyée', refused: 'Non envoyée', cancelled: 'Annulée' },
    deliveries: { pending: 'En route', sent: 'Remis', failed: 'Non remis' },
    problems: {
      email_missing: 'L’adresse e-mail manque',
      email_wrong: 'Ce n’est pas une adresse e-mail',
      name_wrong: 'Le nom est trop long ou contient des signes qu’aucun nom ne contient',
      language_unknown: 'La langue n’est ni le français, ni l’allemand, ni l’italien, ni l’anglais',
      title_missing: 'Le titre est vide',
      title_wrong: 'Le titre est trop long ou contient des signes impossibles à afficher',
      message_wrong: 'Le message est trop long ou contient des signes impossibles à afficher',
      too_many_cells: 'La ligne a plus de cellules qu’il n’y a de colonnes',
      same_as_before: 'Une ligne précédente dit la même chose',
      refused: 'La demande n’a pas pu être créée avec ces personnes',
      failed: 'Un problème est survenu de notre côté',
    },
  },
  it: {
    columns: ['Riga', 'Titolo', 'Firmatari', 'Stato', 'Motivo', 'E-mail', 'Richiesta di firma', 'Ora (UTC)'],
    states: { pending: 'In attesa', sent: 'Inviata', refused: 'Non inviata', cancelled: 'Annullata' },
    deliveries: { pending: 'In viaggio', sent: 'Recapitata', failed: 'Non recapitata' },
    problems: {
      email_missing: 'Manca l’indirizzo e-mail',
      email_wrong: 'Questo non è un indirizzo e-mail',
      name_wrong: 'Il nome è troppo lungo o contiene segni che nessun nome contiene',
      language_unknown: 'La lingua non è italiano, tedesco, francese o inglese',
      title_missing: 'Il titolo è vuoto',
      title_wrong: 'Il titolo è troppo lungo o contiene segni che non si possono mostrare',
      message_wrong: 'Il messaggio è troppo lungo o contiene segni che non si possono mostrare',
      too_many_cells: 'La riga ha più celle di quante sono le colonne',
      same_as_before: 'Una riga precedente dice la stessa cosa',
      refused: 'Non è stato possibile creare la richiesta con queste persone',
      failed: 'Qualcosa è andato storto da parte nostra',
    },
  },
}

import type { Language } from '@countersign/contract/values.ts'

interface CsvWords {
  readonly row: string
  readonly request: readonly string[]
  readonly signer: readonly string[]
  readonly others: string
}

/** The names of the columns that every request has. */
export const csvWords: Readonly<Record<Language, CsvWords>> = {
  en: {
    row: 'Row',
    request: ['Signature request', 'Title', 'Status', 'Sent (UTC)', 'Completed (UTC)'],
    signer: ['Email', 'Name', 'Signed (UTC)'],
    others: 'Other fields',
  },
  de: {
    row: 'Zeile',
    request: ['Signaturanfrage', 'Titel', 'Status', 'Gesendet (UTC)', 'Abgeschlossen (UTC)'],
    signer: ['E-Mail', 'Name', 'Unterschrieben (UTC)'],
    others: 'Weitere Felder',
  },
  fr: {
    row: 'Ligne',
    request: ['Demande de signature', 'Titre', 'État', 'Envoyée (UTC)', 'Terminée (UTC)'],
    signer: ['E-mail', 'Nom', 'Signé (UTC)'],
    others: 'Autres champs',
  },
  it: {
    row: 'Riga',
    request: ['Richiesta di firma', 'Titolo', 'Stato', 'Inviata (UTC)', 'Completata (UTC)'],
    signer: ['E-mail', 'Nome', 'Firmato (UTC)'],
    others: 'Altri campi',
  },
}

import type { Language } from '@countersign/contract/values.ts'

export interface PageWords {
  readonly title: string
  readonly youSign: string
  readonly sent: (destination: string) => string
  readonly validFor: (minutes: number) => string
  readonly code: string
  readonly sign: string
  readonly notCome: string
  readonly resend: string
  readonly resendIn: (time: string) => string
  readonly noMoreResends: string
  readonly cancel: string
  readonly neverPassOn: string
  readonly said: {
    readonly sent: string
    readonly wrong: (left: number) => string
    readonly wait: string
    readonly incomplete: string
    readonly away: string
  }
  readonly signed: { readonly title: string; readonly text: string }
  readonly beingSigned: { readonly title: string; readonly text: string }
  readonly failed: Readonly<
    Record<
      'tan_locked' | 'tan_expired' | 'cancelled' | 'other',
      { readonly title: string; readonly text: string }
    >
  >
  readonly back: string
  readonly backByHand: string
  readonly missing: { readonly title: string; readonly text: string }
}

export const pageWords: Record<Language, PageWords> = {
  en: {
    title: 'Enter your code',
    youSign: 'Document',
    sent: (destination) => `We sent a 6-digit code to ${destination}.`,
    validFor: (minutes) => `Valid for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}.`,
    code: '6-digit code',
    sign: 'Confirm and sign',
    notCome: 'Didn’t get the code?',
    resend: 'Send new code',
    resendIn: (time) => `You can request a new code in ${time}.`,
    noMoreResends: 'No resends left.',
    cancel: 'Cancel',
    neverPassOn: 'Never share this code. Nobody from Countersign will ask you for it.',
    said: {
      sent: 'We’ve sent a new code. The previous one is no longer valid.',
      wrong: (left) => `Incorrect code. ${left} ${left === 1 ? 'attempt' : 'attempts'} left.`,
      wait: 'Please wait a moment before you try again.',
      incomplete: 'Enter the 6-digit code.',
      away: 'Part of the service is temporarily unavailable. Please try again.',
    },
    signed: { title: 'Signed', text: 'Your signature is complete.' },
    beingSigned: {
      title: 'Code confirmed',
      text: 'We’re completing your signature. You can close this page.',
    },
    failed: {
      tan_locked: {
        title: 'Too many incorrect codes',
        text: 'To protect you, we stopped this signature. Return to your document to sign again.',
      },
      tan_expired: {
        title: 'Code expired',
        text: 'Nothing was signed. Return to your document and sign again to get a new code.',
      },
      cancelled: { title: 'Not signed', text: 'You cancelled this signature.' },
      other: {
        title: 'Nothing was signed',
        text: 'The signature wasn’t completed. Open your document to see why.',
      },
    },
    back: 'Return to document',
    backByHand: 'Close this page and return to your document.',
    missing: {
      title: 'Page not found',
      text: 'The link is wrong or has expired. Go back to the page with your document.',
    },
  },
  de: {
    title: 'Code eingeben',
    youSign: 'Dokument',
    sent: (destination) => `Wir haben einen 6-stelligen Code an ${destination} gesendet.`,
    validFor: (minutes) => `Er gilt noch ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}.`,
    code: '6-stelliger Code',
    sign: 'Bestätigen und unterschreiben',
    notCome: 'Code nicht erhalten?',
    resend: 'Neuen Code senden',
    resendIn: (time) => `In ${time} können Sie einen neuen Code anfordern.`,
    noMoreResends: 'Der Code kann nicht mehr gesendet werden.',
    cancel: 'Abbrechen',
    neverPassOn: 'Geben Sie diesen Code nie weiter. Niemand von Countersign fragt Sie danach.',
    said: {
      sent: 'Wir haben einen neuen Code gesendet. Der vorherige gilt nicht mehr.',
      wrong: (left) => `Der Code stimmt nicht. Noch ${left} ${left === 1 ? 'Versuch' : 'Versuche'}.`,
      wait: 'Bitte warten Sie einen Moment, bevor Sie es noch einmal versuchen.',
      incomplete: 'Geben Sie den 6-stelligen Code ein.',
      away: 'Ein Teil des Dienstes ist vorübergehend nicht erreichbar. Bitte versuchen Sie es noch einmal.',
    },
    signed: { title: 'Unterschrieben', text: 'Ihre Unterschrift ist abgeschlossen.' },
    beingSigned: {
      title: 'Code bestätigt',
      text: 'Ihre Unterschrift wird fertiggestellt. Sie können diese Seite schliessen.',
    },
    failed: {
      tan_locked: {
        title: 'Zu viele falsche Codes',
        text: 'Zu Ihrem Schutz haben wir diese Unterschrift abgebrochen. Gehen Sie zurück zu Ihrem Dokument, um erneut zu unterschreiben.',
      },
      tan_expired: {
        title: 'Code abgelaufen',
        text: 'Es wurde nichts unterschrieben. Gehen Sie zurück zu Ihrem Dokument und unterschreiben Sie erneut, um einen neuen Code zu erhalten.',
      },
      cancelled: {
        title: 'Nicht unterschrieben',
        text: 'Sie haben diese Unterschrift abgebrochen.',
      },
      other: {
        title: 'Es wurde nichts unterschrieben',
        text: 'Die Unterschrift wurde nicht abgeschlossen. Öffnen Sie Ihr Dokument, um den Grund zu sehen.',
      },
    },
    back: 'Zurück zum Dokument',
    backByHand: 'Schliessen Sie diese Seite und gehen Sie zurück zu Ihrem Dokument.',
    missing: {
      title: 'Seite nicht gefunden',
      text: 'Der Link ist falsch oder abgelaufen. Gehen Sie zurück zur Seite mit Ihrem Dokument.',
    },
  },
  fr: {
    title: 'Saisissez votre code',
    youSign: 'Document',
    sent: (destination) => `Nous avons envoyé un code à 6 chiffres à ${destination}.`,
    validFor: (minutes) => `Il est encore valable ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    code: 'Code à 6 chiffres',
    sign: 'Confirmer et signer',
    notCome: 'Vous n’avez pas reçu le code\u00A0?',
    resend: 'Envoyer un nouveau code',
    resendIn: (time) => `Vous pourrez demander un nouveau code dans ${time}.`,
    noMoreResends: 'Le code ne peut plus être renvoyé.',
    cancel: 'Annuler',
    neverPassOn: 'Ne communiquez jamais ce code. Personne de Countersign ne vous le demandera.',
    said: {
      sent: 'Nous avons envoyé un nouveau code. Le précédent n’est plus valable.',
      wrong: (left) => `Code incorrect. Encore ${left} ${left === 1 ? 'tentative' : 'tentatives'}.`,
      wait: 'Veuillez patienter un instant avant de réessayer.',
      incomplete: 'Saisissez le code à 6 chiffres.',
      away: 'Une partie du service est momentanément indisponible. Veuillez réessayer.',
    },
    signed: { title: 'Signé', text: 'Votre signature est terminée.' },
    beingSigned: {
      title: 'Code confirmé',
      text: 'Votre signature est en cours d’achèvement. Vous pouvez fermer cette page.',
    },
    failed: {
      tan_locked: {
        title: 'Trop de codes incorrects',
        text: 'Pour vous protéger, nous avons interrompu cette signature. Retournez à votre document pour signer à nouveau.',
      },
      tan_expired: {
        title: 'Code expiré',
        text: 'Rien n’a été signé. Retournez à votre document et signez à nouveau pour recevoir un nouveau code.',
      },
      cancelled: { title: 'Pas signé', text: 'Vous avez annulé cette signature.' },
      other: {
        title: 'Rien n’a été signé',
        text: 'La signature n’a pas abouti. Ouvrez votre document pour en voir la raison.',
      },
    },
    back: 'Retour au document',
    backByHand: 'Fermez cette page et retournez à votre document.',
    missing: {
      title: 'Page introuvable',
      text: 'Le lien est incorrect ou a expiré. Retournez à la page de votre document.',
    },
  },
  it: {
    title: 'Inserisca il Suo codice',
    youSign: 'Documento',
    sent: (destination) => `Abbiamo inviato un codice di 6 cifre a ${destination}.`,
    validFor: (minutes) => `È valido ancora per ${minutes} ${minutes === 1 ? 'minuto' : 'minuti'}.`,
    code: 'Codice di 6 cifre',
    sign: 'Conferma e firma',
    notCome: 'Non ha ricevuto il codice?',
    resend: 'Invia un nuovo codice',
    resendIn: (time) => `Potrà richiedere un nuovo codice tra ${time}.`,
    noMoreResends: 'Il codice non può più essere inviato.',
    cancel: 'Annulla',
    neverPassOn: 'Non comunichi mai questo codice. Nessuno di Countersign glielo chiederà.',
    said: {
      sent: 'Abbiamo inviato un nuovo codice. Quello precedente non è più valido.',
      wrong: (left) => `Codice errato. ${left === 1 ? 'Resta 1 tentativo' : `Restano ${left} tentativi`}.`,
      wait: 'Attenda un momento prima di riprovare.',
      incomplete: 'Inserisca il codice di 6 cifre.',
      away: 'Una parte del servizio non è momentaneamente disponibile. Riprovi.',
    },
    signed: { title: 'Firmato', text: 'La Sua firma è completa.' },
    beingSigned: {
      title: 'Codice confermato',
      text: 'La Sua firma viene completata. Può chiudere questa pagina.',
    },
    failed: {
      tan_locked: {
        title: 'Troppi codici errati',
        text: 'Per proteggerLa abbiamo interrotto questa firma. Torni al Suo documento per firmare di nuovo.',
      },
      tan_expired: {
        title: 'Codice scaduto',
        text: 'Nulla è stato firmato. Torni al Suo documento e firmi di nuovo per ricevere un nuovo codice.',
      },
      cancelled: { title: 'Non firmato', text: 'Ha annullato questa firma.' },
      other: {
        title: 'Nulla è stato firmato',
        text: 'La firma non è stata completata. Apra il Suo documento per vedere il motivo.',
      },
    },
    back: 'Torna al documento',
    backByHand: 'Chiuda questa pagina e torni al Suo documento.',
    missing: {
      title: 'Pagina non trovata',
      text: 'Il link è errato o è scaduto. Torni alla pagina con il Suo documento.',
    },
  },
}

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
      title: 'There is nothing here',
      text: 'The address is wrong, or what was here is over. Go back to the page with your document.',
    },
  },
  de: {
    title: 'Code eingeben',
    youSign: 'Sie unterschreiben',
    sent: (destination) => `Wir haben einen Code aus 6 Ziffern an ${destination} gesendet.`,
    validFor: (minutes) => `Er gilt noch ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}.`,
    code: 'Code aus 6 Ziffern',
    sign: 'Mit diesem Code unterschreiben',
    notCome: 'Ist der Code nicht angekommen?',
    resend: 'Neuen Code senden',
    resendIn: (time) => `In ${time} können Sie einen neuen Code senden lassen.`,
    noMoreResends: 'Der Code wurde so oft gesendet, wie es möglich ist.',
    cancel: 'Nicht unterschreiben',
    neverPassOn: 'Geben Sie den Code nie weiter: Niemand von Countersign fragt Sie danach.',
    said: {
      sent: 'Ein neuer Code ist unterwegs. Der vorherige gilt nicht mehr.',
      wrong: (left) =>
        `Das ist nicht der Code. Es wurde nichts unterschrieben. Sie haben noch ${left} ${left === 1 ? 'Versuch' : 'Versuche'}.`,
      wait: 'Bitte warten Sie ein wenig, bevor Sie das noch einmal versuchen.',
      incomplete: 'Bitte geben Sie die 6 Ziffern des Codes ein.',
      away: 'Ein Teil des Dienstes ist gerade nicht erreichbar. Es ging nichts verloren. Bitte versuchen Sie es noch einmal.',
    },
    signed: { title: 'Unterschrieben', text: 'Ihre Unterschrift ist geleistet.' },
    beingSigned: {
      title: 'Der Code stimmt',
      text: 'Ihre Unterschrift wird gerade geleistet. Sie müssen hier nicht warten.',
    },
    failed: {
      tan_locked: {
        title: 'Zu viele falsche Codes',
        text: 'Zu Ihrem Schutz wurde die Unterzeichnung abgebrochen. Es wurde nichts unterschrieben. Sie können von Ihrem Dokument aus noch einmal unterschreiben.',
      },
      tan_expired: {
        title: 'Der Code gilt nicht mehr',
        text: 'Es wurde nichts unterschrieben. Sie erhalten einen neuen Code, wenn Sie von Ihrem Dokument aus noch einmal unterschreiben.',
      },
      cancelled: {
        title: 'Nicht unterschrieben',
        text: 'Sie haben die Unterzeichnung abgebrochen. Es wurde nichts unterschrieben.',
      },
      other: {
        title: 'Es wurde nichts unterschrieben',
        text: 'Diese Unterzeichnung ist ohne Unterschrift zu Ende gegangen. Bei Ihrem Dokument steht, weshalb und wie es weitergeht.',
      },
    },
    back: 'Zurück zu Ihrem Dokument',
    backByHand: 'Schliessen Sie diese Seite und gehen Sie zurück zur Seite mit Ihrem Dokument.',
    missing: {
      title: 'Hier ist nichts',
      text: 'Die Adresse stimmt nicht, oder was hier war, ist vorbei. Gehen Sie zurück zur Seite mit Ihrem Dokument.',
    },
  },
  fr: {
    title: 'Saisissez votre code',
    youSign: 'Vous signez',
    sent: (destination) => `Nous avons envoyé un code à 6 chiffres à ${destination}.`,
    validFor: (minutes) => `Il est encore valable ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    code: 'Code à 6 chiffres',
    sign: 'Signer avec ce code',
    notCome: 'Le code n’est pas arrivé ?',
    resend: 'Envoyer un nouveau code',
    resendIn: (time) => `Vous pourrez demander un nouveau code dans ${time}.`,
    noMoreResends: 'Le code a été envoyé aussi souvent que possible.',
    cancel: 'Ne pas signer',
    neverPassOn: 'Ne communiquez jamais ce code : personne de Countersign ne vous le demandera.',
    said: {
      sent: 'Un nouveau code est en route. Le précédent n’est plus valable.',
      wrong: (left) =>
        `Ce n’est pas le bon code. Rien n’a été signé. Il vous reste ${left} ${left === 1 ? 'essai' : 'essais'}.`,
      wait: 'Veuillez patienter un peu avant de réessayer.',
      incomplete: 'Veuillez saisir les 6 chiffres du code.',
      away: 'Une partie du service est momentanément indisponible. Rien n’a été perdu. Veuillez réessayer.',
    },
    signed: { title: 'Signé', text: 'Votre signature est faite.' },
    beingSigned: {
      title: 'Le code est correct',
      text: 'Votre signature est en cours. Vous n’avez pas besoin d’attendre ici.',
    },
    failed: {
      tan_locked: {
        title: 'Trop de codes erronés',
        text: 'Pour vous protéger, la signature a été interrompue. Rien n’a été signé. Vous pouvez signer à nouveau depuis votre document.',
      },
      tan_expired: {
        title: 'Le code n’est plus valable',
        text: 'Rien n’a été signé. Vous recevrez un nouveau code en signant à nouveau depuis votre document.',
      },
      cancelled: { title: 'Pas signé', text: 'Vous avez interrompu la signature. Rien n’a été signé.' },
      other: {
        title: 'Rien n’a été signé',
        text: 'Cette signature s’est terminée sans aboutir. Votre document indique pourquoi et comment continuer.',
      },
    },
    back: 'Retour à votre document',
    backByHand: 'Fermez cette page et retournez à celle de votre document.',
    missing: {
      title: 'Il n’y a rien ici',
      text: 'L’adresse est erronée, ou ce qui s’y trouvait est terminé. Retournez à la page de votre document.',
    },
  },
  it: {
    title: 'Inserisca il Suo codice',
    youSign: 'Lei firma',
    sent: (destination) => `Abbiamo inviato un codice di 6 cifre a ${destination}.`,
    validFor: (minutes) => `È valido ancora per ${minutes} ${minutes === 1 ? 'minuto' : 'minuti'}.`,
    code: 'Codice di 6 cifre',
    sign: 'Firmare con questo codice',
    notCome: 'Il codice non è arrivato?',
    resend: 'Inviare un nuovo codice',
    resendIn: (time) => `Potrà richiedere un nuovo codice tra ${time}.`,
    noMoreResends: 'Il codice è stato inviato quante volte è possibile.',
    cancel: 'Non firmare',
    neverPassOn: 'Non comunichi mai il codice: nessuno di Countersign glielo chiederà.',
    said: {
      sent: 'Un nuovo codice è in arrivo. Quello precedente non è più valido.',
      wrong: (left) =>
        `Il codice non è quello giusto. Non è stato firmato nulla. Le ${left === 1 ? 'resta 1 tentativo' : `restano ${left} tentativi`}.`,
      wait: 'Attenda un momento prima di riprovare.',
      incomplete: 'Inserisca le 6 cifre del codice.',
      away: 'Una parte del servizio non è al momento raggiungibile. Non è andato perso nulla. Riprovi.',
    },
    signed: { title: 'Firmato', text: 'La Sua firma è stata apposta.' },
    beingSigned: {
      title: 'Il codice è corretto',
      text: 'La Sua firma viene apposta in questo momento. Non deve attendere qui.',
    },
    failed: {
      tan_locked: {
        title: 'Troppi codici errati',
        text: 'Per proteggerla la firma è stata interrotta. Non è stato firmato nulla. Può firmare di nuovo dal Suo documento.',
      },
      tan_expired: {
        title: 'Il codice non è più valido',
        text: 'Non è stato firmato nulla. Riceverà un nuovo codice firmando di nuovo dal Suo documento.',
      },
      cancelled: { title: 'Non firmato', text: 'Ha interrotto la firma. Non è stato firmato nulla.' },
      other: {
        title: 'Non è stato firmato nulla',
        text: 'Questa firma si è conclusa senza esito. Il Suo documento indica il motivo e come continuare.',
      },
    },
    back: 'Tornare al Suo documento',
    backByHand: 'Chiuda questa pagina e torni a quella con il Suo documento.',
    missing: {
      title: 'Qui non c’è nulla',
      text: 'L’indirizzo è errato, o ciò che c’era è concluso. Torni alla pagina con il Suo documento.',
    },
  },
}

import type { AccountWording, SecurityChange } from './wording.ts'

const happened: Record<SecurityChange, { subject: string; text: string }> = {
  password_changed: {
    subject: 'La Sua password è stata modificata',
    text: 'La password del Suo account è stata modificata. Tutti gli altri dispositivi sono stati disconnessi.',
  },
  password_reset: {
    subject: 'La Sua password è stata reimpostata',
    text: 'Per il Suo account è stata impostata una nuova password tramite un link inviato per e-mail. Tutti i dispositivi sono stati disconnessi.',
  },
  email_changed: {
    subject: 'L’indirizzo e-mail del Suo account è stato modificato',
    text: 'Il Suo account ha ora un altro indirizzo e-mail. D’ora in poi acceda con quello.',
  },
  mobile_changed: {
    subject: 'Il numero di cellulare del Suo account è stato modificato',
    text: 'Il Suo account ha ora il numero di cellulare indicato sotto. I codici per firmare possono essere inviati a questo numero.',
  },
  second_factor_added: {
    subject: 'Al Suo account è stato aggiunto un secondo fattore',
    text: 'L’accesso al Suo account richiede ora anche un secondo fattore.',
  },
  second_factor_removed: {
    subject: 'Dal Suo account è stato rimosso un secondo fattore',
    text: 'Un secondo fattore non protegge più il Suo account.',
  },
  recovery_codes_renewed: {
    subject: 'Nuovi codici di recupero per il Suo account',
    text: 'Sono stati creati nuovi codici di recupero. Quelli precedenti non sono più validi.',
  },
  recovery_code_used: {
    subject: 'È stato usato un codice di recupero del Suo account',
    text: 'Qualcuno ha effettuato l’accesso al Suo account con uno dei codici di recupero. Quel codice non è più valido.',
  },
  identity_linked: {
    subject: 'Il Suo account è stato collegato all’accesso della Sua azienda',
    text: 'D’ora in poi può accedere al Suo account tramite la Sua azienda.',
  },
  account_deleted: {
    subject: 'Il Suo account è stato eliminato',
    text: 'Il Suo account e i Suoi dati personali sono stati eliminati. Ciò che è stato firmato resta valido per le altre persone.',
  },
  new_sign_in: {
    subject: 'Nuovo accesso al Suo account',
    text: 'Qualcuno ha effettuato l’accesso al Suo account da un dispositivo a noi finora sconosciuto.',
  },
  record_signing_locked: {
    subject: 'Una firma è stata interrotta dopo cinque prove errate',
    text: 'Un membro della Sua azienda non ha potuto provare la propria identità firmando un documento regolamentato (21 CFR Part 11). Non è stato firmato nulla. L’account interessato è indicato sotto.',
  },
}

const notYou: Partial<Record<SecurityChange, string>> = {
  record_signing_locked:
    'Chieda subito alla persona se era lei. In caso contrario la sua password deve essere cambiata.',
  password_changed: 'Non è stato Lei? Imposti subito una nuova password: Le inviamo un link a questo scopo.',
  password_reset:
    'Non è stato Lei? Imposti subito una nuova password e metta in sicurezza anche la Sua casella di posta.',
  email_changed:
    'Non è stato Lei? Acceda e cambi subito la password. Se non riesce più ad accedere, si rivolga al gestore di questo servizio.',
  mobile_changed: 'Non è stato Lei? Cambi subito la password e reinserisca il Suo numero nel profilo.',
  account_deleted:
    'Non è stato Lei? Si rivolga al gestore di questo servizio e metta in sicurezza la Sua casella di posta.',
}

export const accountWording: AccountWording = {
  securityLabels: {
    when: 'Quando',
    address: 'Dall’indirizzo',
    device: 'Con il dispositivo',
    detail: 'Dettagli',
    unknown: 'Sconosciuto',
  },
  securityNotice: ({ change }) => ({
    subject: happened[change].subject,
    preheader: 'È stato Lei? Allora non deve fare niente.',
    heading: happened[change].subject,
    paragraphs: [happened[change].text],
    button:
      change === 'password_changed' || change === 'password_reset'
        ? 'Imposti una nuova password'
        : 'Cambiare la password',
    notes: [
      'È stato Lei? Allora non deve fare niente.',
      notYou[change] ??
        'Non è stato Lei? Cambi subito la password e verifichi quali dispositivi sono connessi.',
    ],
  }),
  passwordReset: ({ until }) => ({
    subject: 'Imposti una nuova password',
    preheader: 'Il link funziona una sola volta, per un’ora.',
    heading: 'Imposti una nuova password',
    paragraphs: [
      'Qualcuno, probabilmente Lei, desidera impostare una nuova password per il Suo account.',
      `Il link funziona una sola volta, fino al ${until}.`,
    ],
    button: 'Imposta una nuova password',
    notes: [
      'Questo link è personale: chi lo possiede può assumere il controllo del Suo account. La preghiamo di non inoltrarlo.',
      'Non ha richiesto nulla? Allora non deve fare niente: la Sua password resta com’è.',
    ],
  }),
  companySignIn: () => ({
    subject: 'Acceda tramite la Sua azienda',
    preheader: 'Il Suo account non ha una password propria.',
    heading: 'Acceda tramite la Sua azienda',
    paragraphs: [
      'Qualcuno, probabilmente Lei, desidera impostare una nuova password. Il Suo account non ne ha una: Lei accede tramite la Sua azienda.',
      'Se ha dimenticato la password della Sua azienda, si rivolga al servizio informatico aziendale.',
    ],
    button: 'Accedi',
    notes: ['Non ha richiesto nulla? Allora non deve fare niente: il Suo account non è stato modificato.'],
  }),
  signingCode: ({ code, title, until }) => ({
    subject: `${code} è il Suo codice per firmare «${title}»`,
    preheader: `È valido fino al ${until}.`,
    heading: `Il Suo codice per firmare «${title}»`,
    paragraphs: [`Con questo codice Lei approva la firma di «${title}». È valido fino al ${until}.`],
    label: 'Codice',
    notes: [
      'Non comunichi mai il codice: nessuno di Countersign glielo chiederà.',
      'Non voleva firmare? Allora non deve fare niente: senza il codice non viene firmato nulla.',
    ],
  }),
  noAccount: () => ({
    subject: 'Non esiste alcun account con questo indirizzo e-mail',
    preheader: 'Forse si è registrato con un altro indirizzo.',
    heading: 'Non esiste alcun account con questo indirizzo e-mail',
    paragraphs: [
      'Qualcuno, probabilmente Lei, desidera impostare una nuova password. Non esiste alcun account con questo indirizzo e-mail; forse la registrazione è avvenuta con un altro indirizzo.',
    ],
    button: 'Registrati',
    notes: ['Non ha richiesto nulla? Allora non deve fare niente: non ne conserviamo nulla.'],
  }),
  emailChange: ({ until }) => ({
    subject: 'Confermi il Suo nuovo indirizzo e-mail',
    preheader: 'La preghiamo di confermare che questo indirizzo è Suo.',
    heading: 'Confermi il Suo nuovo indirizzo e-mail',
    paragraphs: [
      'La preghiamo di confermare che questo indirizzo deve diventare l’indirizzo e-mail del Suo account. Fino ad allora resta quello precedente.',
      `Il link funziona una sola volta, fino al ${until}. Per usarlo deve aver effettuato l’accesso al Suo account.`,
    ],
    button: 'Conferma l’indirizzo e-mail',
    notes: ['Non ha richiesto nulla? Allora non deve fare niente: senza la Sua conferma non succede nulla.'],
  }),
  emailTaken: () => ({
    subject: 'Il Suo indirizzo e-mail ha già un account',
    preheader: 'Qualcuno voleva usarlo per un altro account.',
    heading: 'Il Suo indirizzo e-mail ha già un account',
    paragraphs: [
      'Qualcuno, forse Lei, voleva usare questo indirizzo e-mail per un altro account. Appartiene già al Suo account, quindi non è stato modificato nulla.',
      'Se ha due account e desidera conservare solo l’altro, acceda prima a questo e lo elimini.',
    ],
    button: 'Accedi',
    notes: ['Non ha richiesto nulla? Allora non deve fare niente: il Suo account non è stato modificato.'],
  }),
}

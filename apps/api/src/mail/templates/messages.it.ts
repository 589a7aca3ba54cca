import { accountWording } from './account-messages.it.ts'
import { peopleWording } from './people-messages.it.ts'
import type { Wording } from './wording.ts'

const personalLink =
  'Questo link è personale: chi lo possiede può agire a Suo nome. La preghiamo di non inoltrarlo.'

const qualifiedSignature =
  'È richiesta una firma qualificata. Se la Sua identità non è ancora stata verificata, prima c’è una verifica unica. Richiede circa 5 minuti.'

export const it: Wording = {
  language: 'it',
  locale: 'it-CH',
  colon: ':',
  greeting: (name) => (name === undefined ? 'Buongiorno,' : `Buongiorno ${name},`),
  ofBusiness: (person, business) => `${person}, ${business},`,
  buttonFails: 'Se il pulsante non funziona, apra questo indirizzo:',
  footer: 'Questa e-mail è stata inviata automaticamente. Le risposte non vengono lette.',
  repliesTo: (sender) => `Le risposte a questa e-mail vanno a ${sender}.`,
  labels: {
    documents: 'Documenti',
    documentsToSign: 'Documenti da firmare',
    documentsForInformation: 'Per Sua informazione',
    messageFrom: (sender) => `Messaggio di ${sender}`,
    reason: 'Motivo indicato',
    signedBy: 'Firmato da',
    validUntil: 'Da firmare entro',
    changed: 'Che cosa è nuovo',
  },
  changedFields: {
    title: 'il titolo',
    message: 'il messaggio',
    expiresAt: 'il termine',
    level: 'il livello della firma',
    documents: 'i documenti o il loro ordine',
    name: 'il Suo nome',
    place: 'il punto in cui Lei firma',
  },
  confirmation: ({ until }) => ({
    subject: 'Confermi il Suo indirizzo e-mail',
    preheader: 'La preghiamo di confermare che questo indirizzo è Suo.',
    heading: 'Confermi il Suo indirizzo e-mail',
    paragraphs: [
      'La preghiamo di confermare che questo indirizzo e-mail è Suo.',
      `Il link funziona una sola volta, fino al ${until}.`,
    ],
    button: 'Conferma l’indirizzo e-mail',
    notes: ['Non ha richiesto nulla? Allora non deve fare niente: senza la Sua conferma non succede nulla.'],
  }),
  accountExists: () => ({
    subject: 'Lei ha già un account',
    preheader: 'Acceda con questo indirizzo.',
    heading: 'Lei ha già un account',
    paragraphs: [
      'Qualcuno, probabilmente Lei, ha chiesto di registrarsi con questo indirizzo e-mail. L’indirizzo ha già un account, quindi non c’è nulla da creare: La preghiamo di accedere.',
    ],
    button: 'Accedi',
    notes: ['Non ha richiesto nulla? Allora non deve fare niente: il Suo account non è stato modificato.'],
  }),
  invitation: ({ sender, from, title, delegator, group, qualified }) => ({
    subject: `${sender} Le chiede di firmare «${title}»`,
    preheader: 'Legga i documenti e li firmi online.',
    heading: `La preghiamo di firmare «${title}»`,
    paragraphs: [
      `${from} Le chiede di firmare.`,
      ...(delegator ? [`${delegator} doveva firmare e ha delegato la firma a Lei.`] : []),
      ...(group
        ? [`Le viene chiesto come membro di «${group}»: chi di voi firma per primo, firma per il gruppo.`]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
      'Può prima leggere i documenti e poi firmarli online.',
    ],
    button: 'Leggi e firma',
    notes: [personalLink, 'Non conosce il mittente? Allora non firmi: senza di Lei non succede nulla.'],
  }),
  observerInvited: ({ inviter, title, email, hasAccount }) => ({
    subject: `${inviter} Le permette di seguire «${title}»`,
    preheader: 'Può leggere i documenti e vedere chi ha firmato. Non deve firmare.',
    heading: `${inviter} Le permette di seguire «${title}»`,
    paragraphs: [
      'Può leggere i documenti e vedere chi ha firmato. Non deve firmare. Le scriveremo di nuovo quando la richiesta sarà conclusa.',
      ...(hasAccount ? [] : [`Per vederla, si registri con questo indirizzo e-mail: ${email}.`]),
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  signedCopy: ({ title }) => ({
    subject: `Firmato da tutti: «${title}»`,
    preheader: 'I documenti firmati sono pronti.',
    heading: `«${title}» è stato firmato da tutti`,
    paragraphs: [
      'I documenti firmati sono pronti. La preghiamo di conservarli: il file elettronico è l’originale.',
    ],
    button: 'Apri i documenti firmati',
    notes: [],
  }),
  requestSigned: ({ signer, title, at, signed, total }) => ({
    subject: `${signer} ha firmato «${title}»`,
    preheader: `Firme: ${signed} su ${total}.`,
    heading: `${signer} ha firmato «${title}»`,
    paragraphs: [`Firmato il ${at}.`, `Firme: ${signed} su ${total}.`],
    button: 'Apri la richiesta',
    notes: [],
  }),
  declined: ({ signer, title, at }) => ({
    subject: `${signer} ha rifiutato di firmare «${title}»`,
    preheader: 'La richiesta è terminata.',
    heading: `${signer} ha rifiutato di firmare «${title}»`,
    paragraphs: [`Rifiutato il ${at}.`, 'La richiesta è terminata: nessuno può più firmarla.'],
    button: 'Apri la richiesta',
    notes: [],
  }),
  delegated: ({ from, to, title, at }) => ({
    subject: `${from} ha delegato a ${to} la firma di «${title}»`,
    preheader: 'Firma un’altra persona.',
    heading: `${from} ha delegato a ${to} la firma di «${title}»`,
    paragraphs: [`Delegata il ${at}. ${to} ha ricevuto l’invito a firmare.`],
    button: 'Apri la richiesta',
    notes: [],
  }),
  groupSigned: ({ name, group, title, at }) => ({
    subject: `${name} ha firmato «${title}» per «${group}»`,
    preheader: 'Non deve fare più nulla.',
    heading: `${name} ha firmato «${title}» per «${group}»`,
    paragraphs: [`Firmato il ${at}. La firma del gruppo è stata apposta: non deve fare più nulla.`],
    button: 'Apri la richiesta',
    notes: [],
  }),
  groupDelegated: ({ name, group, title, at }) => ({
    subject: `${name} ha delegato la firma di «${group}»: «${title}»`,
    preheader: 'Non deve fare più nulla.',
    heading: `${name} ha delegato la firma di «${group}»`,
    paragraphs: [
      `Delegata il ${at}. Ora «${title}» viene firmata da un’altra persona: al Suo gruppo non viene più chiesto nulla e Lei non deve fare altro.`,
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  withdrawn: ({ sender, title, at }) => ({
    subject: `${sender} ha ritirato «${title}»`,
    preheader: 'Non deve fare più nulla.',
    heading: `${sender} ha ritirato «${title}»`,
    paragraphs: [
      `La richiesta è stata ritirata il ${at}. Non può più essere firmata e Lei non deve fare più nulla.`,
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  reminder: ({ sender, from, title, group, qualified }) => ({
    subject: `Promemoria: ${sender} attende la Sua firma per «${title}»`,
    preheader: 'La Sua firma manca ancora.',
    heading: `«${title}» attende la Sua firma`,
    paragraphs: [
      `${from} Le ha chiesto di firmare. La Sua firma manca ancora.`,
      ...(group
        ? [`Le viene chiesto come membro di «${group}»: chi di voi firma per primo, firma per il gruppo.`]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
    ],
    button: 'Leggi e firma',
    notes: [personalLink],
  }),
  changed: ({ sender, title, signs }) => ({
    subject: `${sender} ha corretto «${title}»`,
    preheader: signs ? 'La Sua firma manca ancora.' : 'Lei vede la nuova versione.',
    heading: `${sender} ha corretto «${title}»`,
    paragraphs: [
      signs
        ? 'Nessuno ha ancora firmato. La preghiamo di leggere la nuova versione prima di firmare.'
        : 'Nessuno ha ancora firmato. Lei vede la nuova versione.',
    ],
    button: signs ? 'Leggi e firma' : 'Apri la richiesta',
    notes: signs ? [personalLink] : [],
  }),
  expiredForSender: ({ title, at, signed, total }) => ({
    subject: `Scaduto: «${title}»`,
    preheader: `Firme raccolte: ${signed} su ${total}.`,
    heading: `«${title}» è scaduto`,
    paragraphs: [
      `Il termine è scaduto il ${at}. Firme raccolte: ${signed} su ${total}.`,
      'Nulla è andato perso: può aprire la richiesta e inviare di nuovo i documenti.',
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  expiredForSigner: ({ sender, title, at }) => ({
    subject: `Scaduto: «${title}»`,
    preheader: 'Il termine per firmare è scaduto.',
    heading: `«${title}» è scaduto`,
    paragraphs: [
      `Il termine è scaduto il ${at}.`,
      `Se desidera ancora firmare, chieda a ${sender} di inviare di nuovo i documenti.`,
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  expiredForObserver: ({ title, at }) => ({
    subject: `Scaduto: «${title}»`,
    preheader: 'Il termine per firmare è scaduto.',
    heading: `«${title}» è scaduto`,
    paragraphs: [`Il termine è scaduto il ${at}. Non deve fare niente.`],
    button: 'Apri la richiesta',
    notes: [],
  }),
  signingFailed: ({ title, at }) => ({
    subject: `Non si può firmare: «${title}»`,
    preheader: 'Una firma non sarebbe valida.',
    heading: `«${title}» non si può firmare`,
    paragraphs: [
      `Il ${at} è emerso che una firma in uno dei documenti non sarebbe valida, a causa della struttura del file. Non è stata conservata e la richiesta è terminata.`,
      'Stampi il documento in un nuovo PDF e lo invii con una nuova richiesta.',
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  mailFailed: ({ recipient, title }) => ({
    subject: `Non recapitata: l’e-mail a ${recipient} su «${title}»`,
    preheader: 'La preghiamo di verificare l’indirizzo.',
    heading: `L’e-mail a ${recipient} non è stata recapitata`,
    paragraphs: [
      `Riguarda «${title}». Il server di posta del destinatario ha rifiutato l’e-mail o non era raggiungibile.`,
      'Nulla è andato perso. Verifichi l’indirizzo, lo corregga nella richiesta e invii di nuovo l’e-mail.',
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  identificationResult: ({ success }) => ({
    subject: success ? 'La Sua identità è stata accertata' : 'La Sua identificazione non è riuscita',
    preheader: 'Il servizio l’ha esaminata di nuovo.',
    heading: success ? 'La Sua identità è stata accertata' : 'La Sua identificazione non è riuscita',
    paragraphs: success
      ? [
          'Il servizio di identificazione ha esaminato di nuovo ciò che ha mostrato e ha accertato la Sua identità.',
          'Ora può continuare: prima di firmare può restare un passo da fare.',
        ]
      : [
          'Il servizio di identificazione ha esaminato di nuovo ciò che ha mostrato e non ha potuto accertare la Sua identità.',
          'Non è andato perso nulla. La pagina dice perché e come può continuare.',
        ],
    button: success ? 'Continua' : 'Vedi che cosa può fare',
    notes: [],
  }),
  identificationEnds: ({ at }) => ({
    subject: `La Sua identificazione scade il ${at}`,
    preheader: 'Provi di nuovo la Sua identità per tempo.',
    heading: `La Sua identificazione scade il ${at}`,
    paragraphs: [
      `Ha provato la Sua identità, e ciò vale fino al ${at}. Dopo non potrà più firmare con una firma qualificata.`,
      'Per continuare senza interruzioni, provi di nuovo la Sua identità prima di quel giorno. Ciò che ha firmato resta valido.',
    ],
    button: 'Verifica di nuovo l’identità',
    notes: [],
  }),
  deletionAhead: ({ title, at, today }) => ({
    subject: today ? `Eliminato entro un giorno: «${title}»` : `Eliminato tra una settimana: «${title}»`,
    preheader: 'Scarichi ciò che desidera conservare.',
    heading: `«${title}» sarà eliminato il ${at}`,
    paragraphs: [
      'Il mittente fa eliminare i documenti dopo un tempo stabilito. I documenti, gli allegati e le immagini delle firme non saranno allora più qui.',
      'Scarichi ciò che desidera conservare: il file elettronico è l’originale. Il registro delle firme resta disponibile.',
    ],
    button: 'Apri la richiesta',
    notes: [],
  }),
  ...accountWording,
  ...peopleWording,
}

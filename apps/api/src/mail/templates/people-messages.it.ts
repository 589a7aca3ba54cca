import type { PeopleWording } from './wording.ts'

export const peopleWording: PeopleWording = {
  peopleLabels: { answerBy: 'Si prega di rispondere entro il' },
  businessInvitation: ({ business, inviter, role, email, hasAccount }) => ({
    subject: `Ha ricevuto un invito a far parte di ${business}`,
    preheader: 'Se accetta, invia e firma documenti come parte dell’azienda.',
    heading: `Ha ricevuto un invito a far parte di ${business}`,
    paragraphs: [
      `${inviter ?? business} La invita a far parte di ${business} su Countersign${role === 'admin' ? ', con i diritti di amministrazione' : ''}.`,
      hasAccount
        ? 'Potrà decidere dopo l’accesso. Il Suo account e i Suoi documenti restano come sono.'
        : `Per accettare, si registri con questo indirizzo e-mail: ${email}. Basta un minuto.`,
    ],
    button: 'Vedi l’invito',
    notes: ['Non conosce questa azienda? Non deve fare nulla: senza la Sua risposta non succede niente.'],
  }),
  businessInvitationDeclined: ({ business, name, email }) => ({
    subject: `${name} ha rifiutato l’invito di ${business}`,
    preheader: 'Il posto è di nuovo libero.',
    heading: `${name} ha rifiutato l’invito di ${business}`,
    paragraphs: [
      `L’invito a ${email} è stato rifiutato. Nessuno si è aggiunto e il posto è di nuovo libero.`,
      'Può invitare di nuovo lo stesso indirizzo.',
    ],
    button: 'Apri i membri',
    notes: [],
  }),
  documentsTakenOver: ({ business, from, requests }) => ({
    subject: `I documenti di ${from} ora sono Suoi`,
    preheader: `Passati all’interno di ${business}.`,
    heading: `I documenti di ${from} ora sono Suoi`,
    paragraphs: [
      `${from} non fa più parte di ${business}. Ciò che ${from} vi ha creato è passato a Lei: le richieste di firma (${requests}), e i modelli e i gruppi di firmatari, se ce ne sono.`,
      'Da ora se ne occupa Lei. Se sono molte, ci vuole un momento prima che siano tutte nel Suo elenco.',
    ],
    button: 'Apri i documenti',
    notes: [],
  }),
  removedFromBusiness: ({ business, handedOverTo }) => ({
    subject: `Non fa più parte di ${business}`,
    preheader: 'Da ora il Suo account è personale.',
    heading: `Non fa più parte di ${business}`,
    paragraphs: [
      `L’amministrazione L’ha tolta da ${business}. Il Suo account rimane: da ora è personale.`,
      handedOverTo === null
        ? 'I Suoi documenti e modelli restano a Lei.'
        : `Le Sue richieste di firma e i Suoi modelli sono passati a ${handedOverTo}. Ciò che ha firmato resta valido e Lei continua a vederlo.`,
    ],
    button: 'Apri Countersign',
    notes: [],
  }),
}

import type { PeopleWording } from './wording.ts'

export const peopleWording: PeopleWording = {
  peopleLabels: { answerBy: 'Veuillez répondre avant le' },
  businessInvitation: ({ business, inviter, role, email, hasAccount }) => ({
    subject: `Vous êtes invité(e) à rejoindre ${business}`,
    preheader: 'En acceptant, vous envoyez et signez des documents au sein de l’entreprise.',
    heading: `Vous êtes invité(e) à rejoindre ${business}`,
    paragraphs: [
      `${inviter ?? business} vous invite à faire partie de ${business} sur Countersign${role === 'admin' ? ', avec les droits d’administration' : ''}.`,
      hasAccount
        ? 'Vous décidez après vous être connecté(e). Votre compte et vos documents restent tels qu’ils sont.'
        : `Pour accepter, veuillez vous inscrire avec cette adresse e-mail : ${email}. Cela prend une minute.`,
    ],
    button: 'Voir l’invitation',
    notes: [
      'Vous ne connaissez pas cette entreprise ? Vous n’avez rien à faire : sans votre réponse, rien ne se passe.',
    ],
  }),
  businessInvitationDeclined: ({ business, name, email }) => ({
    subject: `${name} a décliné l’invitation de ${business}`,
    preheader: 'La place est de nouveau libre.',
    heading: `${name} a décliné l’invitation de ${business}`,
    paragraphs: [
      `L’invitation envoyée à ${email} a été déclinée. Personne n’a rejoint l’entreprise, et la place est de nouveau libre.`,
      'Vous pouvez inviter à nouveau la même adresse.',
    ],
    button: 'Ouvrir les membres',
    notes: [],
  }),
  documentsTakenOver: ({ business, from, requests }) => ({
    subject: `Les documents de ${from} sont désormais les vôtres`,
    preheader: `Remis au sein de ${business}.`,
    heading: `Les documents de ${from} sont désormais les vôtres`,
    paragraphs: [
      `${from} ne fait plus partie de ${business}. Ce qui venait de ${from} vous a été remis : les demandes de signature (${requests}), ainsi que les modèles et les groupes de signataires, s’il y en a.`,
      'Vous en êtes désormais responsable. S’il y en a beaucoup, il faut un moment pour que toutes figurent dans votre liste.',
    ],
    button: 'Ouvrir les documents',
    notes: [],
  }),
  removedFromBusiness: ({ business, handedOverTo }) => ({
    subject: `Vous ne faites plus partie de ${business}`,
    preheader: 'Votre compte est désormais un compte personnel.',
    heading: `Vous ne faites plus partie de ${business}`,
    paragraphs: [
      `L’administration vous a retiré(e) de ${business}. Votre compte reste : c’est désormais un compte personnel.`,
      handedOverTo === null
        ? 'Vos documents et vos modèles restent auprès de vous.'
        : `Vos demandes de signature et vos modèles ont été remis à ${handedOverTo}. Ce que vous avez signé reste valable, et vous y avez toujours accès.`,
    ],
    button: 'Ouvrir Countersign',
    notes: [],
  }),
}

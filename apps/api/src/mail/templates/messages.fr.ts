import { accountWording } from './account-messages.fr.ts'
import { peopleWording } from './people-messages.fr.ts'
import type { Wording } from './wording.ts'

const personalLink =
  'Ce lien est personnel : toute personne qui le possède peut agir en votre nom. Veuillez ne pas le transférer.'

const qualifiedSignature =
  'Une signature qualifiée est requise. Si votre identité n’a pas encore été vérifiée, une vérification unique a lieu d’abord. Elle prend environ 5 minutes.'

export const fr: Wording = {
  language: 'fr',
  locale: 'fr-CH',
  colon: ' :',
  greeting: (name) => (name === undefined ? 'Bonjour,' : `Bonjour ${name},`),
  ofBusiness: (person, business) => `${person}, ${business},`,
  buttonFails: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  footer: 'Cet e-mail a été envoyé automatiquement. Les réponses ne sont pas lues.',
  repliesTo: (sender) => `Les réponses à cet e-mail sont adressées à ${sender}.`,
  labels: {
    documents: 'Documents',
    documentsToSign: 'Documents à signer',
    documentsForInformation: 'Pour votre information',
    messageFrom: (sender) => `Message de ${sender}`,
    reason: 'Motif indiqué',
    signedBy: 'Signé par',
    validUntil: 'À signer avant le',
    changed: 'Ce qui est nouveau',
  },
  changedFields: {
    title: 'le titre',
    message: 'le message',
    expiresAt: 'le délai',
    level: 'le niveau de la signature',
    documents: 'les documents ou leur ordre',
    name: 'votre nom',
    place: 'l’endroit où vous signez',
  },
  confirmation: ({ until }) => ({
    subject: 'Confirmez votre adresse e-mail',
    preheader: 'Veuillez confirmer que cette adresse est la vôtre.',
    heading: 'Confirmez votre adresse e-mail',
    paragraphs: [
      'Veuillez confirmer que cette adresse e-mail est la vôtre.',
      `Le lien fonctionne une seule fois, jusqu’au ${until}.`,
    ],
    button: 'Confirmer l’adresse e-mail',
    notes: [
      'Vous n’avez rien demandé ? Dans ce cas, vous n’avez rien à faire : rien ne se passe sans votre confirmation.',
    ],
  }),
  accountExists: () => ({
    subject: 'Vous avez déjà un compte',
    preheader: 'Connectez-vous avec cette adresse.',
    heading: 'Vous avez déjà un compte',
    paragraphs: [
      'Quelqu’un, probablement vous-même, a voulu s’inscrire avec cette adresse e-mail. Elle a déjà un compte, il n’y a donc rien à créer : veuillez vous connecter.',
    ],
    button: 'Se connecter',
    notes: [
      'Vous n’avez rien demandé ? Dans ce cas, vous n’avez rien à faire : votre compte n’a pas été modifié.',
    ],
  }),
  invitation: ({ sender, from, title, delegator, group, qualified }) => ({
    subject: `${sender} vous demande de signer « ${title} »`,
    preheader: 'Lisez les documents et signez-les en ligne.',
    heading: `Veuillez signer « ${title} »`,
    paragraphs: [
      `${from} vous demande de signer.`,
      ...(delegator ? [`${delegator} devait signer et vous a délégué sa signature.`] : []),
      ...(group
        ? [
            `Vous êtes invité en tant que membre de « ${group} » : la première personne d’entre vous qui signe, signe pour le groupe.`,
          ]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
      'Vous pouvez d’abord lire les documents, puis les signer en ligne.',
    ],
    button: 'Lire et signer',
    notes: [
      personalLink,
      'Vous ne connaissez pas l’expéditeur ? Alors ne signez pas : sans vous, il ne se passe rien.',
    ],
  }),
  observerInvited: ({ inviter, title, email, hasAccount }) => ({
    subject: `${inviter} vous permet de suivre « ${title} »`,
    preheader: 'Vous pouvez lire les documents et voir qui a signé. Votre signature n’est pas demandée.',
    heading: `${inviter} vous permet de suivre « ${title} »`,
    paragraphs: [
      'Vous pouvez lire les documents et voir qui a signé. Votre signature n’est pas demandée. Nous vous écrirons à nouveau lorsque la demande aura pris fin.',
      ...(hasAccount ? [] : [`Pour la voir, veuillez vous inscrire avec cette adresse e-mail : ${email}.`]),
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  signedCopy: ({ title }) => ({
    subject: `Document entièrement signé : « ${title} »`,
    preheader: 'Les documents signés sont prêts.',
    heading: `« ${title} » est entièrement signé`,
    paragraphs: [
      'Les documents signés sont prêts. Veuillez les conserver : le fichier électronique est l’original.',
    ],
    button: 'Ouvrir les documents signés',
    notes: [],
  }),
  requestSigned: ({ signer, title, at, signed, total }) => ({
    subject: `${signer} a signé « ${title} »`,
    preheader: `Signatures : ${signed} sur ${total}.`,
    heading: `${signer} a signé « ${title} »`,
    paragraphs: [`Signé le ${at}.`, `Signatures : ${signed} sur ${total}.`],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  declined: ({ signer, title, at }) => ({
    subject: `${signer} a refusé de signer « ${title} »`,
    preheader: 'La demande est terminée.',
    heading: `${signer} a refusé de signer « ${title} »`,
    paragraphs: [`Refusé le ${at}.`, 'La demande est terminée : plus personne ne peut la signer.'],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  delegated: ({ from, to, title, at }) => ({
    subject: `${from} a délégué à ${to} la signature de « ${title} »`,
    preheader: 'Une autre personne signe à sa place.',
    heading: `${from} a délégué à ${to} la signature de « ${title} »`,
    paragraphs: [`Délégué le ${at}. ${to} a reçu l’invitation à signer.`],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  groupSigned: ({ name, group, title, at }) => ({
    subject: `${name} a signé « ${title} » pour « ${group} »`,
    preheader: 'Vous n’avez plus rien à faire.',
    heading: `${name} a signé « ${title} » pour « ${group} »`,
    paragraphs: [`Signé le ${at}. La signature du groupe est faite : vous n’avez plus rien à faire.`],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  groupDelegated: ({ name, group, title, at }) => ({
    subject: `${name} a délégué la signature de « ${group} » : « ${title} »`,
    preheader: 'Vous n’avez plus rien à faire.',
    heading: `${name} a délégué la signature de « ${group} »`,
    paragraphs: [
      `Délégué le ${at}. Une autre personne signe désormais « ${title} » : votre groupe n’est plus sollicité, et vous n’avez plus rien à faire.`,
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  withdrawn: ({ sender, title, at }) => ({
    subject: `${sender} a retiré « ${title} »`,
    preheader: 'Vous n’avez plus rien à faire.',
    heading: `${sender} a retiré « ${title} »`,
    paragraphs: [
      `La demande a été retirée le ${at}. Elle ne peut plus être signée et vous n’avez plus rien à faire.`,
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  reminder: ({ sender, from, title, group, qualified }) => ({
    subject: `Rappel : ${sender} attend votre signature pour « ${title} »`,
    preheader: 'Votre signature est encore attendue.',
    heading: `« ${title} » attend votre signature`,
    paragraphs: [
      `${from} vous a demandé de signer. Votre signature est encore attendue.`,
      ...(group
        ? [
            `Vous êtes invité en tant que membre de « ${group} » : la première personne d’entre vous qui signe, signe pour le groupe.`,
          ]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
    ],
    button: 'Lire et signer',
    notes: [personalLink],
  }),
  changed: ({ sender, title, signs }) => ({
    subject: `${sender} a corrigé « ${title} »`,
    preheader: signs ? 'Votre signature est encore attendue.' : 'Vous voyez la nouvelle version.',
    heading: `${sender} a corrigé « ${title} »`,
    paragraphs: [
      signs
        ? 'Personne n’a encore signé. Veuillez lire la nouvelle version avant de signer.'
        : 'Personne n’a encore signé. Vous voyez la nouvelle version.',
    ],
    button: signs ? 'Lire et signer' : 'Ouvrir la demande',
    notes: signs ? [personalLink] : [],
  }),
  expiredForSender: ({ title, at, signed, total }) => ({
    subject: `Expiré : « ${title} »`,
    preheader: `Signatures obtenues : ${signed} sur ${total}.`,
    heading: `« ${title} » a expiré`,
    paragraphs: [
      `Le délai a pris fin le ${at}. Signatures obtenues : ${signed} sur ${total}.`,
      'Rien n’est perdu : vous pouvez ouvrir la demande et renvoyer les documents.',
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  expiredForSigner: ({ sender, title, at }) => ({
    subject: `Expiré : « ${title} »`,
    preheader: 'Le délai de signature est passé.',
    heading: `« ${title} » a expiré`,
    paragraphs: [
      `Le délai a pris fin le ${at}.`,
      `Si vous souhaitez encore signer, veuillez demander à ${sender} de renvoyer les documents.`,
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  expiredForObserver: ({ title, at }) => ({
    subject: `Expiré : « ${title} »`,
    preheader: 'Le délai de signature est passé.',
    heading: `« ${title} » a expiré`,
    paragraphs: [`Le délai a pris fin le ${at}. Vous n’avez rien à faire.`],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  signingFailed: ({ title, at }) => ({
    subject: `Signature impossible : « ${title} »`,
    preheader: 'Une signature ne serait pas valable.',
    heading: `« ${title} » ne peut pas être signé`,
    paragraphs: [
      `Le ${at}, il est apparu qu’une signature dans l’un des documents ne serait pas valable, en raison de la structure du fichier. Elle n’a pas été conservée et la demande est terminée.`,
      'Veuillez imprimer le document dans un nouveau PDF et l’envoyer dans une nouvelle demande.',
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  mailFailed: ({ recipient, title }) => ({
    subject: `Non remis : l’e-mail à ${recipient} concernant « ${title} »`,
    preheader: 'Veuillez vérifier l’adresse.',
    heading: `L’e-mail à ${recipient} n’a pas pu être remis`,
    paragraphs: [
      `Il concerne « ${title} ». Le serveur de messagerie du destinataire a refusé l’e-mail ou n’était pas joignable.`,
      'Rien n’est perdu. Veuillez vérifier l’adresse, la corriger dans la demande et renvoyer l’e-mail.',
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  identificationResult: ({ success }) => ({
    subject: success ? 'Vous avez été identifié' : 'Votre identification n’a pas abouti',
    preheader: 'Le service l’a examinée une nouvelle fois.',
    heading: success ? 'Vous avez été identifié' : 'Votre identification n’a pas abouti',
    paragraphs: success
      ? [
          'Le service d’identification a examiné une nouvelle fois ce que vous lui avez montré et s’est assuré de votre identité.',
          'Vous pouvez continuer : une étape reste peut-être à faire avant de signer.',
        ]
      : [
          'Le service d’identification a examiné une nouvelle fois ce que vous lui avez montré et n’a pas pu s’assurer de votre identité.',
          'Rien n’a été perdu. La page dit pourquoi, et comment continuer.',
        ],
    button: success ? 'Continuer' : 'Voir ce que vous pouvez faire',
    notes: [],
  }),
  identificationEnds: ({ at }) => ({
    subject: `Votre identification prend fin le ${at}`,
    preheader: 'Veuillez prouver à nouveau votre identité à temps.',
    heading: `Votre identification prend fin le ${at}`,
    paragraphs: [
      `Vous avez prouvé votre identité, et cela vaut jusqu’au ${at}. Ensuite, vous ne pourrez plus signer avec une signature qualifiée.`,
      'Pour continuer sans interruption, veuillez prouver à nouveau votre identité avant ce jour. Ce que vous avez signé reste valable.',
    ],
    button: 'Prouver à nouveau mon identité',
    notes: [],
  }),
  deletionAhead: ({ title, at, today }) => ({
    subject: today ? `Supprimé d’ici un jour : « ${title} »` : `Supprimé dans une semaine : « ${title} »`,
    preheader: 'Veuillez télécharger ce que vous souhaitez garder.',
    heading: `« ${title} » sera supprimé le ${at}`,
    paragraphs: [
      'L’expéditeur fait supprimer les documents après un délai fixé. Les documents, les pièces jointes et les images des signatures ne seront alors plus ici.',
      'Veuillez télécharger ce que vous souhaitez garder : le fichier électronique est l’original. Le journal de signature reste disponible.',
    ],
    button: 'Ouvrir la demande',
    notes: [],
  }),
  ...accountWording,
  ...peopleWording,
}

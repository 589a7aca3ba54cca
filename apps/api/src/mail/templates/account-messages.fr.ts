import type { AccountWording, SecurityChange } from './wording.ts'

const happened: Record<SecurityChange, { subject: string; text: string }> = {
  password_changed: {
    subject: 'Votre mot de passe a été modifié',
    text: 'Le mot de passe de votre compte a été modifié. Tous les autres appareils ont été déconnectés.',
  },
  password_reset: {
    subject: 'Votre mot de passe a été réinitialisé',
    text: 'Un nouveau mot de passe a été défini pour votre compte au moyen d’un lien envoyé par e-mail. Tous les appareils ont été déconnectés.',
  },
  email_changed: {
    subject: 'L’adresse e-mail de votre compte a été modifiée',
    text: 'Votre compte a désormais une autre adresse e-mail. Veuillez dorénavant vous connecter avec celle-ci.',
  },
  mobile_changed: {
    subject: 'Le numéro de mobile de votre compte a été modifié',
    text: 'Votre compte a désormais le numéro de mobile indiqué ci-dessous. Des codes de signature peuvent y être envoyés.',
  },
  second_factor_added: {
    subject: 'Un second facteur a été ajouté à votre compte',
    text: 'La connexion à votre compte demande désormais aussi un second facteur.',
  },
  second_factor_removed: {
    subject: 'Un second facteur a été retiré de votre compte',
    text: 'Un second facteur ne protège plus votre compte.',
  },
  recovery_codes_renewed: {
    subject: 'Nouveaux codes de récupération pour votre compte',
    text: 'De nouveaux codes de récupération ont été créés. Les précédents ne sont plus valables.',
  },
  recovery_code_used: {
    subject: 'Un code de récupération de votre compte a été utilisé',
    text: 'Quelqu’un s’est connecté à votre compte avec l’un de ses codes de récupération. Ce code n’est plus valable.',
  },
  identity_linked: {
    subject: 'Votre compte a été relié à la connexion de votre entreprise',
    text: 'Vous pouvez désormais vous connecter à votre compte par votre entreprise.',
  },
  account_deleted: {
    subject: 'Votre compte a été supprimé',
    text: 'Votre compte et vos données personnelles ont été supprimés. Ce qui a été signé reste valable pour les autres personnes.',
  },
  new_sign_in: {
    subject: 'Nouvelle connexion à votre compte',
    text: 'Quelqu’un s’est connecté à votre compte depuis un appareil que nous ne connaissions pas.',
  },
  record_signing_locked: {
    subject: 'Une signature a été arrêtée après cinq preuves erronées',
    text: 'Un membre de votre entreprise n’a pas pu prouver son identité en signant un document réglementé (21 CFR Part 11). Rien n’a été signé. Le compte concerné est indiqué ci-dessous.',
  },
}

const notYou: Partial<Record<SecurityChange, string>> = {
  record_signing_locked:
    'Veuillez demander tout de suite à cette personne si c’était elle. Sinon, son mot de passe doit être changé.',
  password_changed:
    'Ce n’était pas vous ? Définissez immédiatement un nouveau mot de passe : nous vous envoyons un lien à cet effet.',
  password_reset:
    'Ce n’était pas vous ? Définissez immédiatement un nouveau mot de passe et sécurisez aussi votre messagerie.',
  email_changed:
    'Ce n’était pas vous ? Connectez-vous et changez immédiatement votre mot de passe. Si vous ne pouvez plus vous connecter, adressez-vous à l’exploitant de ce service.',
  mobile_changed:
    'Ce n’était pas vous ? Changez immédiatement votre mot de passe et rétablissez votre propre numéro dans votre profil.',
  account_deleted:
    'Ce n’était pas vous ? Adressez-vous à l’exploitant de ce service et sécurisez votre messagerie.',
}

export const accountWording: AccountWording = {
  securityLabels: {
    when: 'Date et heure',
    address: 'Depuis l’adresse',
    device: 'Avec l’appareil',
    detail: 'Détails',
    unknown: 'Inconnu',
  },
  securityNotice: ({ change }) => ({
    subject: happened[change].subject,
    preheader: 'C’était vous ? Vous n’avez rien à faire.',
    heading: happened[change].subject,
    paragraphs: [happened[change].text],
    button:
      change === 'password_changed' || change === 'password_reset'
        ? 'Définir un nouveau mot de passe'
        : 'Changer le mot de passe',
    notes: [
      'C’était vous ? Vous n’avez rien à faire.',
      notYou[change] ??
        'Ce n’était pas vous ? Changez immédiatement votre mot de passe et vérifiez quels appareils sont connectés.',
    ],
  }),
  passwordReset: ({ until }) => ({
    subject: 'Définissez un nouveau mot de passe',
    preheader: 'Le lien fonctionne une seule fois, pendant une heure.',
    heading: 'Définissez un nouveau mot de passe',
    paragraphs: [
      'Quelqu’un, probablement vous-même, souhaite définir un nouveau mot de passe pour votre compte.',
      `Le lien fonctionne une seule fois, jusqu’au ${until}.`,
    ],
    button: 'Définir un nouveau mot de passe',
    notes: [
      'Ce lien est personnel : toute personne qui le possède peut prendre le contrôle de votre compte. Veuillez ne pas le transférer.',
      'Vous n’avez rien demandé ? Dans ce cas, vous n’avez rien à faire : votre mot de passe reste inchangé.',
    ],
  }),
  companySignIn: () => ({
    subject: 'Connectez-vous par votre entreprise',
    preheader: 'Votre compte n’a pas de mot de passe propre.',
    heading: 'Connectez-vous par votre entreprise',
    paragraphs: [
      'Quelqu’un, probablement vous-même, souhaite définir un nouveau mot de passe. Votre compte n’en a pas : vous vous connectez par votre entreprise.',
      'Si vous avez oublié le mot de passe de votre entreprise, veuillez vous adresser à son service informatique.',
    ],
    button: 'Se connecter',
    notes: [
      'Vous n’avez rien demandé ? Dans ce cas, vous n’avez rien à faire : votre compte n’a pas été modifié.',
    ],
  }),
  signingCode: ({ code, title, until }) => ({
    subject: `${code} est votre code pour signer « ${title} »`,
    preheader: `Il est valable jusqu’au ${until}.`,
    heading: `Votre code pour signer « ${title} »`,
    paragraphs: [
      `Avec ce code, vous approuvez la signature de « ${title} ». Il est valable jusqu’au ${until}.`,
    ],
    label: 'Code',
    notes: [
      'Ne communiquez jamais ce code : personne de Countersign ne vous le demandera.',
      'Vous ne vouliez pas signer ? Dans ce cas, vous n’avez rien à faire : sans ce code, rien n’est signé.',
    ],
  }),
  noAccount: () => ({
    subject: 'Aucun compte n’existe pour cette adresse e-mail',
    preheader: 'Vous vous êtes peut-être inscrit avec une autre adresse.',
    heading: 'Aucun compte n’existe pour cette adresse e-mail',
    paragraphs: [
      'Quelqu’un, probablement vous-même, souhaite définir un nouveau mot de passe. Il n’existe pas de compte pour cette adresse e-mail ; l’inscription a peut-être été faite avec une autre adresse.',
    ],
    button: 'S’inscrire',
    notes: ['Vous n’avez rien demandé ? Dans ce cas, vous n’avez rien à faire : nous n’en gardons rien.'],
  }),
  emailChange: ({ until }) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    preheader: 'Veuillez confirmer que cette adresse est la vôtre.',
    heading: 'Confirmez votre nouvelle adresse e-mail',
    paragraphs: [
      'Veuillez confirmer que cette adresse doit devenir l’adresse e-mail de votre compte. D’ici là, l’ancienne reste valable.',
      `Le lien fonctionne une seule fois, jusqu’au ${until}. Vous devez être connecté à votre compte.`,
    ],
    button: 'Confirmer l’adresse e-mail',
    notes: [
      'Vous n’avez rien demandé ? Dans ce cas, vous n’avez rien à faire : rien ne se passe sans votre confirmation.',
    ],
  }),
  emailTaken: () => ({
    subject: 'Votre adresse e-mail a déjà un compte',
    preheader: 'Quelqu’un a voulu l’utiliser pour un autre compte.',
    heading: 'Votre adresse e-mail a déjà un compte',
    paragraphs: [
      'Quelqu’un, peut-être vous-même, a voulu utiliser cette adresse e-mail pour un autre compte. Elle appartient déjà à votre compte, rien n’a donc été modifié.',
      'Si vous avez deux comptes et ne souhaitez garder que l’autre, connectez-vous d’abord à celui-ci et supprimez-le.',
    ],
    button: 'Se connecter',
    notes: [
      'Vous n’avez rien demandé ? Dans ce cas, vous n’avez rien à faire : votre compte n’a pas été modifié.',
    ],
  }),
}

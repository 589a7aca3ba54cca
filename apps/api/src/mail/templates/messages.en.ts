import { accountWording } from './account-messages.en.ts'
import { peopleWording } from './people-messages.en.ts'
import type { Wording } from './wording.ts'

const personalLink = 'This link is personal: whoever has it can act in your name. Please do not forward it.'

export const en: Wording = {
  language: 'en',
  locale: 'en-GB',
  colon: ':',
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  buttonFails: 'If the button does not work, open this address:',
  footer: 'This mail was sent automatically. Replies are not read.',
  labels: {
    documents: 'Documents',
    documentsToSign: 'Documents to sign',
    documentsForInformation: 'For your information',
    messageFrom: (sender) => `Message from ${sender}`,
    reason: 'Reason given',
    signedBy: 'Signed by',
    validUntil: 'To be signed by',
    changed: 'What is new',
  },
  changedFields: {
    title: 'the title',
    message: 'the message',
    expiresAt: 'the time to sign',
    level: 'the level of the signature',
    documents: 'the documents or their order',
    name: 'your name',
    place: 'where you sign',
  },
  confirmation: ({ until }) => ({
    subject: 'Confirm your email address',
    preheader: 'Please confirm that this address is yours.',
    heading: 'Confirm your email address',
    paragraphs: ['Please confirm that this email address is yours.', `The link works once, until ${until}.`],
    button: 'Confirm email address',
    notes: ['Did you not ask for this? Then you need do nothing: nothing happens without your confirmation.'],
  }),
  accountExists: () => ({
    subject: 'You already have an account',
    preheader: 'Sign in with this address.',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, probably you, asked to sign up with this email address. It already has an account, so there is nothing to set up: please sign in.',
    ],
    button: 'Sign in',
    notes: ['Did you not ask for this? Then you need do nothing: your account has not been changed.'],
  }),
  invitation: ({ sender, title, delegator, group }) => ({
    subject: `${sender} asks you to sign “${title}”`,
    preheader: 'Read the documents and sign them online.',
    heading: `${sender} asks you to sign “${title}”`,
    paragraphs: [
      ...(delegator ? [`${delegator} was asked to sign and has handed it on to you.`] : []),
      ...(group
        ? [`You are asked as a member of “${group}”: the first of you who signs, signs for the group.`]
        : []),
      'You can read the documents first, and then sign them online.',
    ],
    button: 'Review and sign',
    notes: [personalLink, 'Do you not know the sender? Then do not sign: nothing happens unless you do.'],
  }),
  observerInvited: ({ inviter, title, email, hasAccount }) => ({
    subject: `${inviter} lets you follow “${title}”`,
    preheader: 'You can read the documents and see who has signed. You are not asked to sign.',
    heading: `${inviter} lets you follow “${title}”`,
    paragraphs: [
      'You can read the documents and see who has signed. You are not asked to sign. We write to you again when the request has ended.',
      ...(hasAccount ? [] : [`To see it, please sign up with this email address: ${email}.`]),
    ],
    button: 'Open the request',
    notes: [],
  }),
  signedCopy: ({ title }) => ({
    subject: `Signed by everybody: “${title}”`,
    preheader: 'The signed documents are ready.',
    heading: `“${title}” has been signed by everybody`,
    paragraphs: ['The signed documents are ready. Please keep them: the electronic file is the original.'],
    button: 'Open the signed documents',
    notes: [],
  }),
  requestSigned: ({ signer, title, at, signed, total }) => ({
    subject: `${signer} has signed “${title}”`,
    preheader: `${signed} of ${total} have signed.`,
    heading: `${signer} has signed “${title}”`,
    paragraphs: [`Signed on ${at}.`, `${signed} of ${total} have signed.`],
    button: 'Open the request',
    notes: [],
  }),
  declined: ({ signer, title, at }) => ({
    subject: `${signer} has declined to sign “${title}”`,
    preheader: 'The request has ended.',
    heading: `${signer} has declined to sign “${title}”`,
    paragraphs: [`Declined on ${at}.`, 'The request has ended: nobody else can sign it any more.'],
    button: 'Open the request',
    notes: [],
  }),
  delegated: ({ from, to, title, at }) => ({
    subject: `${from} has handed the signing of “${title}” on to ${to}`,
    preheader: 'Somebody else signs instead.',
    heading: `${from} has handed the signing of “${title}” on to ${to}`,
    paragraphs: [`This happened on ${at}. ${to} has been asked to sign.`],
    button: 'Open the request',
    notes: [],
  }),
  groupSigned: ({ name, group, title, at }) => ({
    subject: `${name} has signed “${title}” for “${group}”`,
    preheader: 'You need do nothing more.',
    heading: `${name} has signed “${title}” for “${group}”`,
    paragraphs: [`Signed on ${at}. The signature of the group is made: you need do nothing more.`],
    button: 'Open the request',
    notes: [],
  }),
  groupHandedOn: ({ name, group, title, at }) => ({
    subject: `${name} has handed the signature of “${group}” on: “${title}”`,
    preheader: 'You need do nothing more.',
    heading: `${name} has handed the signature of “${group}” on`,
    paragraphs: [
      `This happened on ${at}. Somebody else signs “${title}” now: your group is no longer asked, and you need do nothing more.`,
    ],
    button: 'Open the request',
    notes: [],
  }),
  withdrawn: ({ sender, title, at }) => ({
    subject: `${sender} has withdrawn “${title}”`,
    preheader: 'You need do nothing more.',
    heading: `${sender} has withdrawn “${title}”`,
    paragraphs: [
      `The request was withdrawn on ${at}. It can no longer be signed, and you need do nothing more.`,
    ],
    button: 'Open the request',
    notes: [],
  }),
  reminder: ({ sender, title, group }) => ({
    subject: `Reminder: ${sender} is waiting for your signature on “${title}”`,
    preheader: 'Your signature is still missing.',
    heading: `“${title}” is waiting for your signature`,
    paragraphs: [
      `${sender} asked you to sign. Your signature is still missing.`,
      ...(group
        ? [`You are asked as a member of “${group}”: the first of you who signs, signs for the group.`]
        : []),
    ],
    button: 'Review and sign',
    notes: [personalLink],
  }),
  changed: ({ sender, title, signs }) => ({
    subject: `${sender} has corrected “${title}”`,
    preheader: signs ? 'It is still waiting for your signature.' : 'You see it as it is now.',
    heading: `${sender} has corrected “${title}”`,
    paragraphs: [
      signs
        ? 'Nobody has signed yet. Please look at it as it is now before you sign.'
        : 'Nobody has signed yet. You see it as it is now.',
    ],
    button: signs ? 'Review and sign' : 'Open the request',
    notes: signs ? [personalLink] : [],
  }),
  expiredForSender: ({ title, at, signed, total }) => ({
    subject: `Expired: “${title}”`,
    preheader: `${signed} of ${total} had signed.`,
    heading: `“${title}” has expired`,
    paragraphs: [
      `The time to sign ended on ${at}. ${signed} of ${total} had signed.`,
      'Nothing was lost: you can open the request and send the documents again.',
    ],
    button: 'Open the request',
    notes: [],
  }),
  expiredForSigner: ({ sender, title, at }) => ({
    subject: `Expired: “${title}”`,
    preheader: 'The time to sign has ended.',
    heading: `“${title}” has expired`,
    paragraphs: [
      `The time to sign ended on ${at}.`,
      `If you still want to sign, please ask ${sender} to send the documents again.`,
    ],
    button: 'Open the request',
    notes: [],
  }),
  expiredForObserver: ({ title, at }) => ({
    subject: `Expired: “${title}”`,
    preheader: 'The time to sign has ended.',
    heading: `“${title}” has expired`,
    paragraphs: [`The time to sign ended on ${at}. You need do nothing.`],
    button: 'Open the request',
    notes: [],
  }),
  signingFailed: ({ title, at }) => ({
    subject: `Cannot be signed: “${title}”`,
    preheader: 'A signature would not be valid.',
    heading: `“${title}” cannot be signed`,
    paragraphs: [
      `On ${at} a signature in one of the documents turned out not to be valid, because of how the file is built. It was not kept, and the request has ended.`,
      'Please print the document to a new PDF and send it in a new request.',
    ],
    button: 'Open the request',
    notes: [],
  }),
  mailFailed: ({ recipient, title }) => ({
    subject: `Not delivered: the mail to ${recipient} about “${title}”`,
    preheader: 'Please check the address.',
    heading: `The mail to ${recipient} could not be delivered`,
    paragraphs: [
      `It concerns “${title}”. The recipient's mail server refused the mail, or could not be reached.`,
      'Nothing was lost. Please check the address, correct it in the request, and send the mail again.',
    ],
    button: 'Open the request',
    notes: [],
  }),
  identificationResult: ({ success }) => ({
    subject: success ? 'You have been identified' : 'Your identification did not succeed',
    preheader: 'The service has looked at it again.',
    heading: success ? 'You have been identified' : 'Your identification did not succeed',
    paragraphs: success
      ? [
          'The identification service has looked at what you showed it again, and has made sure who you are.',
          'You can go on now: one step may be left before you sign.',
        ]
      : [
          'The identification service has looked at what you showed it again, and could not make sure who you are.',
          'Nothing was lost. The page says why, and how you can go on.',
        ],
    button: success ? 'Go on' : 'See what you can do',
    notes: [],
  }),
  identificationEnds: ({ at }) => ({
    subject: `Your identification ends on ${at}`,
    preheader: 'Identify yourself again in time to go on signing.',
    heading: `Your identification ends on ${at}`,
    paragraphs: [
      `You have proved who you are, and that holds until ${at}. After that you can no longer sign with a qualified signature.`,
      'To go on without a gap, identify yourself again before that day. What you have signed stays valid.',
    ],
    button: 'Identify yourself again',
    notes: [],
  }),
  deletionAhead: ({ title, at, today }) => ({
    subject: today ? `Deleted within a day: “${title}”` : `Deleted in a week: “${title}”`,
    preheader: 'Please download what you want to keep.',
    heading: `“${title}” is deleted on ${at}`,
    paragraphs: [
      'The sender has documents deleted after a set time. Then the documents, the attachments and the pictures of the signatures are no longer here.',
      'Please download what you want to keep: the electronic file is the original. The audit trail stays available.',
    ],
    button: 'Open the request',
    notes: [],
  }),
  ...accountWording,
  ...peopleWording,
}

import { accountWording } from './account-messages.en.ts'
import { peopleWording } from './people-messages.en.ts'
import type { Wording } from './wording.ts'

const personalLink = 'This link is personal: anyone who has it can act in your name. Please don’t forward it.'

const qualifiedSignature =
  'This request needs a qualified signature. If your identity hasn’t been verified yet, there’s a one-time check first. It takes about 5 minutes.'

export const en: Wording = {
  language: 'en',
  locale: 'en-GB',
  colon: ':',
  greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  ofBusiness: (person, business) => `${person} of ${business}`,
  buttonFails: 'If the button doesn’t work, open this link:',
  footer: 'This is an automated email. Replies aren’t read.',
  repliesTo: (sender) => `Replies to this email go to ${sender}.`,
  labels: {
    documents: 'Documents',
    documentsToSign: 'Documents to sign',
    documentsForInformation: 'For your information',
    messageFrom: (sender) => `Message from ${sender}`,
    reason: 'Reason given',
    signedBy: 'Signed by',
    validUntil: 'Sign by',
    changed: 'Changes',
  },
  changedFields: {
    title: 'the title',
    message: 'the message',
    expiresAt: 'the expiry date',
    level: 'the signature level',
    documents: 'the documents or their order',
    name: 'your name',
    place: 'your signature field',
  },
  confirmation: ({ until }) => ({
    subject: 'Confirm your email address',
    preheader: 'Please confirm that this address is yours.',
    heading: 'Confirm your email address',
    paragraphs: ['Please confirm that this email address is yours.', `The link expires on ${until}.`],
    button: 'Confirm email address',
    notes: ['Didn’t request this? You can ignore this email. Nothing happens without your confirmation.'],
  }),
  accountExists: () => ({
    subject: 'You already have an account',
    preheader: 'Sign in with this address.',
    heading: 'You already have an account',
    paragraphs: [
      'Someone, probably you, tried to sign up with this email address. You already have an account, so please sign in.',
    ],
    button: 'Sign in',
    notes: ['Didn’t request this? You can ignore this email. Your account hasn’t changed.'],
  }),
  invitation: ({ sender, from, title, delegator, group, qualified }) => ({
    subject: `${sender} has requested your signature: “${title}”`,
    preheader: 'Review the documents and sign online.',
    heading: `Please sign “${title}”`,
    paragraphs: [
      `${from} has requested your signature.`,
      ...(delegator ? [`${delegator} delegated this request to you.`] : []),
      ...(group
        ? [`You received this as a member of “${group}”. The first to sign signs for the group.`]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
      'Review the documents and sign online.',
    ],
    button: 'Review and sign',
    notes: [personalLink, 'Don’t know the sender? Don’t sign. You can ignore this email.'],
  }),
  observerInvited: ({ inviter, title, email, hasAccount }) => ({
    subject: `${inviter} shared “${title}” with you`,
    preheader: 'You can read the documents and see who has signed. You don’t need to sign.',
    heading: `${inviter} shared “${title}” with you`,
    paragraphs: [
      'You can read the documents and see who has signed. You don’t need to sign. We’ll email you when the request is completed.',
      ...(hasAccount ? [] : [`To view it, sign up with this email address: ${email}.`]),
    ],
    button: 'Open request',
    notes: [],
  }),
  signedCopy: ({ title }) => ({
    subject: `Completed: “${title}”`,
    preheader: 'The signed documents are ready.',
    heading: `“${title}” has been completed`,
    paragraphs: [
      'Everyone has signed. Please keep the signed documents: the electronic file is the original.',
    ],
    button: 'Open signed documents',
    notes: [],
  }),
  requestSigned: ({ signer, title, at, signed, total }) => ({
    subject: `${signer} has signed “${title}”`,
    preheader: `${signed} of ${total} have signed.`,
    heading: `${signer} has signed “${title}”`,
    paragraphs: [`Signed on ${at}.`, `${signed} of ${total} have signed.`],
    button: 'Open request',
    notes: [],
  }),
  declined: ({ signer, title, at }) => ({
    subject: `${signer} has declined to sign “${title}”`,
    preheader: 'The request has ended.',
    heading: `${signer} has declined to sign “${title}”`,
    paragraphs: [`Declined on ${at}.`, 'The request has ended and can no longer be signed.'],
    button: 'Open request',
    notes: [],
  }),
  delegated: ({ from, to, title, at }) => ({
    subject: `${from} delegated “${title}” to ${to}`,
    preheader: 'Someone else will sign instead.',
    heading: `${from} delegated “${title}” to ${to}`,
    paragraphs: [`Delegated on ${at}. ${to} has received the request.`],
    button: 'Open request',
    notes: [],
  }),
  groupSigned: ({ name, group, title, at }) => ({
    subject: `${name} has signed “${title}” for “${group}”`,
    preheader: 'No action needed.',
    heading: `${name} has signed “${title}” for “${group}”`,
    paragraphs: [`Signed on ${at} for the group. No action is needed.`],
    button: 'Open request',
    notes: [],
  }),
  groupDelegated: ({ name, group, title, at }) => ({
    subject: `${name} delegated the signature of “${group}”: “${title}”`,
    preheader: 'No action needed.',
    heading: `${name} delegated the signature of “${group}”`,
    paragraphs: [
      `Delegated on ${at}. Someone else will sign “${title}”, so your group no longer needs to. No action is needed.`,
    ],
    button: 'Open request',
    notes: [],
  }),
  withdrawn: ({ sender, title, at }) => ({
    subject: `${sender} has withdrawn “${title}”`,
    preheader: 'No action needed.',
    heading: `${sender} has withdrawn “${title}”`,
    paragraphs: [`The request was withdrawn on ${at} and can no longer be signed. No action is needed.`],
    button: 'Open request',
    notes: [],
  }),
  reminder: ({ sender, from, title, group, qualified }) => ({
    subject: `Reminder: ${sender} is waiting for your signature on “${title}”`,
    preheader: 'Your signature is still needed.',
    heading: `“${title}” is waiting for your signature`,
    paragraphs: [
      `${from} requested your signature. It’s still needed.`,
      ...(group
        ? [`You received this as a member of “${group}”. The first to sign signs for the group.`]
        : []),
      ...(qualified ? [qualifiedSignature] : []),
    ],
    button: 'Review and sign',
    notes: [personalLink],
  }),
  changed: ({ sender, title, signs }) => ({
    subject: `${sender} has corrected “${title}”`,
    preheader: signs ? 'It is still waiting for your signature.' : 'View the current version.',
    heading: `${sender} has corrected “${title}”`,
    paragraphs: [
      signs
        ? 'Nobody has signed yet. Please review the current version before you sign.'
        : 'Nobody has signed yet. You can view the current version.',
    ],
    button: signs ? 'Review and sign' : 'Open request',
    notes: signs ? [personalLink] : [],
  }),
  expiredForSender: ({ title, at, signed, total }) => ({
    subject: `Expired: “${title}”`,
    preheader: `${signed} of ${total} had signed.`,
    heading: `“${title}” has expired`,
    paragraphs: [
      `The request expired on ${at}. ${signed} of ${total} had signed.`,
      'You can open the request and send the documents again.',
    ],
    button: 'Open request',
    notes: [],
  }),
  expiredForSigner: ({ sender, title, at }) => ({
    subject: `Expired: “${title}”`,
    preheader: 'The request has expired.',
    heading: `“${title}” has expired`,
    paragraphs: [
      `The request expired on ${at}.`,
      `If you still want to sign, please ask ${sender} to send the documents again.`,
    ],
    button: 'Open request',
    notes: [],
  }),
  expiredForObserver: ({ title, at }) => ({
    subject: `Expired: “${title}”`,
    preheader: 'The request has expired.',
    heading: `“${title}” has expired`,
    paragraphs: [`The request expired on ${at}. No action is needed.`],
    button: 'Open request',
    notes: [],
  }),
  signingFailed: ({ title, at }) => ({
    subject: `Can’t be signed: “${title}”`,
    preheader: 'A signature would not be valid.',
    heading: `“${title}” can’t be signed`,
    paragraphs: [
      `Because of the way one of the documents was created, a signature in it wouldn’t be valid. We discarded it on ${at}, and the request has ended.`,
      'Please print the document to a new PDF and send it in a new request.',
    ],
    button: 'Open request',
    notes: [],
  }),
  mailFailed: ({ recipient, title }) => ({
    subject: `Not delivered: email to ${recipient} about “${title}”`,
    preheader: 'Please check the address.',
    heading: `The email to ${recipient} couldn’t be delivered`,
    paragraphs: [
      `It concerns “${title}”. The recipient’s mail server refused it or couldn’t be reached.`,
      'Check the address, correct it in the request and resend the email.',
    ],
    button: 'Open request',
    notes: [],
  }),
  identificationResult: ({ success }) => ({
    subject: success ? 'Your identity has been verified' : 'Your identity couldn’t be verified',
    preheader: 'Your identity check has been reviewed.',
    heading: success ? 'Your identity has been verified' : 'Your identity couldn’t be verified',
    paragraphs: success
      ? [
          'The identity verification service has reviewed and confirmed your identity.',
          'You can continue now. There may be one more step before you sign.',
        ]
      : [
          'The identity verification service has reviewed your identity check and couldn’t confirm your identity.',
          'Open the page to see the reason and your options.',
        ],
    button: success ? 'Continue' : 'View options',
    notes: [],
  }),
  identificationEnds: ({ at }) => ({
    subject: `Your identity verification expires on ${at}`,
    preheader: 'Verify your identity again to keep signing.',
    heading: `Your identity verification expires on ${at}`,
    paragraphs: [
      `Your identity verification is valid until ${at}. After that you can no longer use qualified signatures.`,
      'To avoid an interruption, verify your identity again before that date. Existing signatures stay valid.',
    ],
    button: 'Verify identity again',
    notes: [],
  }),
  deletionAhead: ({ title, at, today }) => ({
    subject: today ? `Will be deleted tomorrow: “${title}”` : `Will be deleted in one week: “${title}”`,
    preheader: 'Download what you want to keep.',
    heading: `“${title}” will be deleted on ${at}`,
    paragraphs: [
      'The sender deletes documents after a set time. The documents, attachments and signature images will no longer be available.',
      'Download what you want to keep: the electronic file is the original. The audit trail stays available.',
    ],
    button: 'Open request',
    notes: [],
  }),
  ...accountWording,
  ...peopleWording,
}

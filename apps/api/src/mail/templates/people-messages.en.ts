import type { PeopleWording } from './wording.ts'

export const peopleWording: PeopleWording = {
  peopleLabels: { answerBy: 'Please answer by' },
  businessInvitation: ({ business, inviter, role, email, hasAccount }) => ({
    subject: `You’ve been invited to join ${business}`,
    preheader: 'Accept to send and sign documents for the business.',
    heading: `You’ve been invited to join ${business}`,
    paragraphs: [
      `${inviter ?? business} has invited you to join ${business} on Countersign${role === 'admin' ? ' as an administrator' : ''}.`,
      hasAccount
        ? 'Sign in to accept or decline. Your account and documents won’t change.'
        : `To accept, sign up with this email address: ${email}. It only takes a minute.`,
    ],
    button: 'View invitation',
    notes: ['Don’t know this business? You can ignore this email.'],
  }),
  businessInvitationDeclined: ({ business, name, email }) => ({
    subject: `${name} has declined to join ${business}`,
    preheader: 'The seat is available again.',
    heading: `${name} has declined to join ${business}`,
    paragraphs: [
      `The invitation to ${email} was declined. The seat is available again.`,
      'You can invite the same address again.',
    ],
    button: 'View members',
    notes: [],
  }),
  documentsTakenOver: ({ business, from, requests }) => ({
    subject: `${from}’s documents were transferred to you`,
    preheader: `Transferred within ${business}.`,
    heading: `${from}’s documents were transferred to you`,
    paragraphs: [
      `${from} has left ${business}. Their signature requests (${requests}), templates and signer groups were transferred to you.`,
      'You now manage them. It may take a while until all of them appear in your list.',
    ],
    button: 'My documents',
    notes: [],
  }),
  removedFromBusiness: ({ business, handedOverTo }) => ({
    subject: `You’ve been removed from ${business}`,
    preheader: 'You now have a personal account.',
    heading: `You’ve been removed from ${business}`,
    paragraphs: [
      `An administrator has removed you from ${business}. You keep your account as a personal account.`,
      handedOverTo === null
        ? 'You keep your documents and templates.'
        : `Your signature requests and templates were transferred to ${handedOverTo}. Your signatures stay valid, and you can still see what you signed.`,
    ],
    button: 'Open Countersign',
    notes: [],
  }),
}

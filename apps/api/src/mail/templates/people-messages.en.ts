import type { PeopleWording } from './wording.ts'

export const peopleWording: PeopleWording = {
  peopleLabels: { answerBy: 'Please answer by' },
  businessInvitation: ({ business, inviter, role, email, hasAccount }) => ({
    subject: `You are invited to join ${business}`,
    preheader: 'Accept, and you send and sign documents as part of the business.',
    heading: `You are invited to join ${business}`,
    paragraphs: [
      `${inviter ?? business} invites you to belong to ${business} on Countersign${role === 'admin' ? ' as one of its admins' : ''}.`,
      hasAccount
        ? 'You decide after signing in. Your account and your documents stay as they are.'
        : `To accept, please sign up with this email address: ${email}. That takes a minute.`,
    ],
    button: 'See the invitation',
    notes: ['Do you not know this business? Then you need do nothing: without your answer nothing happens.'],
  }),
  businessInvitationDeclined: ({ business, name, email }) => ({
    subject: `${name} has declined to join ${business}`,
    preheader: 'The seat is free again.',
    heading: `${name} has declined to join ${business}`,
    paragraphs: [
      `The invitation to ${email} was declined. Nobody joined, and the seat is free again.`,
      'You can invite the same address again.',
    ],
    button: 'Open the members',
    notes: [],
  }),
  documentsTakenOver: ({ business, from, requests }) => ({
    subject: `The documents of ${from} are yours now`,
    preheader: `Handed over within ${business}.`,
    heading: `The documents of ${from} are yours now`,
    paragraphs: [
      `${from} no longer belongs to ${business}. What ${from} has made there was handed over to you: signature requests (${requests}), and templates and signer groups where there are any.`,
      'You look after them from now on. With many of them it takes a while until all are in your list.',
    ],
    button: 'Open your documents',
    notes: [],
  }),
  removedFromBusiness: ({ business, handedOverTo }) => ({
    subject: `You no longer belong to ${business}`,
    preheader: 'Your account is a personal one from now on.',
    heading: `You no longer belong to ${business}`,
    paragraphs: [
      `An admin has removed you from ${business}. Your account stays: it is a personal one from now on.`,
      handedOverTo === null
        ? 'Your documents and templates stay with you.'
        : `Your signature requests and templates were handed over to ${handedOverTo}. What you have signed stays valid, and you still see what you have signed.`,
    ],
    button: 'Open Countersign',
    notes: [],
  }),
}

import type { Say } from '#api/mail/catalogue.ts'
import type { PeopleWording } from '../wording.ts'

export const peopleWords = (say: Say): PeopleWording => ({
  peopleLabels: { answerBy: say('Please answer by') },
  businessInvitation: ({ business, inviter, role, email, hasAccount }) => ({
    subject: say('You’ve been invited to join {business}', { business }),
    preheader: say('Accept to send and sign documents for the business.'),
    heading: say('You’ve been invited to join {business}', { business }),
    paragraphs: [
      say(
        '{inviter} has invited you to join {business} on Countersign{role, select, admin { as an administrator} other {}}.',
        { inviter: inviter ?? business, business, role },
      ),
      hasAccount
        ? say('Sign in to accept or decline. Documents you already have stay yours.')
        : say('To accept, sign up with this email address: {email}. It only takes a minute.', { email }),
    ],
    button: say('View invitation'),
    notes: [say('Don’t know this business? You can ignore this email.')],
  }),
  businessInvitationDeclined: ({ business, name, email }) => ({
    subject: say('{name} has declined to join {business}', { name, business }),
    preheader: say('You can invite the same address again.'),
    heading: say('{name} has declined to join {business}', { name, business }),
    paragraphs: [
      say('The invitation to {email} was declined.', { email }),
      say('You can invite the same address again.'),
    ],
    button: say('View members'),
    notes: [],
  }),
  documentsTakenOver: ({ business, from, requests }) => ({
    subject: say('{from}’s documents were transferred to you', { from }),
    preheader: say('Transferred within {business}.', { business }),
    heading: say('{from}’s documents were transferred to you', { from }),
    paragraphs: [
      say(
        '{from} has left {business}. Their signature requests ({requests}), templates and signer groups were transferred to you.',
        { from, business, requests },
      ),
      say('You now manage them. It may take a while until all of them appear in your list.'),
    ],
    button: say('My documents', {}, 'documents of a member who left'),
    notes: [],
  }),
  removedFromBusiness: ({ business, handedOverTo }) => ({
    subject: say('You’ve been removed from {business}', { business }),
    preheader: say('You now have a personal account.'),
    heading: say('You’ve been removed from {business}', { business }),
    paragraphs: [
      say('An administrator has removed you from {business}. You keep your account as a personal account.', {
        business,
      }),
      handedOverTo === null
        ? say('You keep your documents and templates.')
        : say(
            'Your signature requests and templates were transferred to {handedOverTo}. Your signatures stay valid, and you can still see what you signed.',
            { handedOverTo },
          ),
    ],
    button: say('Open Countersign'),
    notes: [],
  }),
})

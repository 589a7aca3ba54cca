import type { Say } from '#api/mail/catalogue.ts'
import type { RequestEndWording } from '../wording.ts'

export const requestEndWords = (say: Say): RequestEndWording => ({
  signedCopy: ({ title }) => ({
    subject: say('Completed: “{title}”', { title }),
    preheader: say('The signed documents are ready.'),
    heading: say('“{title}” has been completed', { title }),
    paragraphs: [
      say('Everyone has signed. Please keep the signed documents: the electronic file is the original.'),
    ],
    button: say('Open signed documents'),
    notes: [],
  }),
  declined: ({ signer, title, at }) => ({
    subject: say('{signer} has declined to sign “{title}”', { signer, title }),
    preheader: say('The request has ended.'),
    heading: say('{signer} has declined to sign “{title}”', { signer, title }),
    paragraphs: [say('Declined on {at}.', { at }), say('The request has ended and can no longer be signed.')],
    button: say('Open request'),
    notes: [],
  }),
  withdrawn: ({ sender, title, at }) => ({
    subject: say('{sender} has withdrawn “{title}”', { sender, title }),
    preheader: say('No action needed.'),
    heading: say('{sender} has withdrawn “{title}”', { sender, title }),
    paragraphs: [
      say('The request was withdrawn on {at} and can no longer be signed. No action is needed.', { at }),
    ],
    button: say('Open request'),
    notes: [],
  }),
  expiredForSender: ({ title, at, signed, total }) => ({
    subject: say('Expired: “{title}”', { title }),
    preheader: say(
      '{signed, plural, =0 {Nobody had signed.} one {{signed} of {total} had signed.} other {{signed} of {total} had signed.}}',
      { signed, total },
    ),
    heading: say('“{title}” has expired', { title }),
    paragraphs: [
      say(
        'The request expired on {at}. {signed, plural, =0 {Nobody had signed.} one {{signed} of {total} had signed.} other {{signed} of {total} had signed.}}',
        { at, signed, total },
      ),
      say('You can open the request and send the documents again.'),
    ],
    button: say('Open request'),
    notes: [],
  }),
  expiredForSigner: ({ sender, title, at }) => ({
    subject: say('Expired: “{title}”', { title }),
    preheader: say('The request has expired.'),
    heading: say('“{title}” has expired', { title }),
    paragraphs: [
      say('The request expired on {at}.', { at }),
      say('If you still want to sign, please ask {sender} to send the documents again.', { sender }),
    ],
    button: say('Open request'),
    notes: [],
  }),
  expiredForObserver: ({ title, at }) => ({
    subject: say('Expired: “{title}”', { title }),
    preheader: say('The request has expired.', {}, 'to an observer'),
    heading: say('“{title}” has expired', { title }),
    paragraphs: [say('The request expired on {at}. No action is needed.', { at })],
    button: say('Open request'),
    notes: [],
  }),
  signingFailed: ({ title, at }) => ({
    subject: say('Can’t be signed: “{title}”', { title }),
    preheader: say('A signature would not be valid.'),
    heading: say('“{title}” can’t be signed', { title }),
    paragraphs: [
      say(
        'Because of the way one of the documents was created, a signature in it wouldn’t be valid. We discarded it on {at}, and the request has ended.',
        { at },
      ),
      say('Please print the document to a new PDF and send it in a new request.'),
    ],
    button: say('Open request'),
    notes: [],
  }),
  mailFailed: ({ recipient, title }) => ({
    subject: say('Not delivered: email to {recipient} about “{title}”', { recipient, title }),
    preheader: say('Please check the address.'),
    heading: say('The email to {recipient} couldn’t be delivered', { recipient }),
    paragraphs: [
      say('It concerns “{title}”. A mail server refused it or couldn’t be reached.', { title }),
      say('Check the address, correct it in the request and resend the email.'),
    ],
    button: say('Open request'),
    notes: [],
  }),
  deletionAhead: ({ title, at, tomorrow }) => ({
    subject: tomorrow
      ? say('Will be deleted tomorrow: “{title}”', { title })
      : say('Will be deleted in one week: “{title}”', { title }),
    preheader: say('Download what you want to keep.'),
    heading: say('“{title}” will be deleted on {at}', { title, at }),
    paragraphs: [
      say(
        'The sender deletes documents after a set time. The documents, attachments and signature images will no longer be available.',
      ),
      say(
        'Download what you want to keep: the electronic file is the original. The audit trail stays available.',
      ),
    ],
    button: say('Open request'),
    notes: [],
  }),
})

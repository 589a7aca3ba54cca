import type { Say } from '../catalogue.ts'
import type { FrameWording } from './wording.ts'

export const frameWords = (say: Say): FrameWording => ({
  greeting: (name) => (name === undefined ? say('Hello,') : say('Hello {name},', { name })),
  ofBusiness: (person, business) => say('{person} of {business}', { person, business }),
  buttonFails: say('If the button doesn’t work, open this link:'),
  footer: say('This is an automated email. Replies aren’t read.'),
  repliesTo: (sender) => say('Replies to this email go to {sender}.', { sender }),
  labels: {
    documents: say('Documents'),
    documentsToSign: say('Documents to sign'),
    documentsForInformation: say('For your information'),
    messageFrom: (sender) => say('Message from {sender}', { sender }),
    reason: say('Reason given'),
    signedBy: say('Signed by'),
    validUntil: say('Sign by'),
    changed: say('Changes'),
  },
  changedFields: {
    title: say('the title'),
    message: say('the message'),
    expiresAt: say('the expiry date'),
    level: say('the signature level'),
    documents: say('the documents or their order'),
    name: say('your name'),
    place: say('your signature field'),
  },
})

import type { Say } from '#api/mail/catalogue.ts'
import type { MailWords } from '../wording.ts'

type Fact = { business: string; at: string; by: string; isAdmin: boolean }
type Words = { [What in 'asked' | 'revoked' | 'deleted']: (fact: Fact) => MailWords }

/** Names and dates are already fit to be shown. */
export const businessDeletionWords = (say: Say): Words => ({
  asked: ({ business, at, by, isAdmin }) => ({
    subject: say('“{business}” will be deleted', { business }),
    preheader: say('On {at}, unless an administrator cancels.', { at }),
    heading: say('“{business}” will be deleted', { business }),
    paragraphs: [
      say(
        '{by} has requested the deletion of the business. It will be deleted on {at}. Until then everything works as before.',
        { by, at },
      ),
      say(
        'After that, every member will have a personal account. You keep what you sent and signed; the business’s seals and API keys will stop working.',
      ),
      ...(isAdmin
        ? [
            say(
              'Open requests that API users sent will be withdrawn. What API users sent will be deleted if nobody else has it.',
            ),
          ]
        : []),
    ],
    button: isAdmin ? say('Manage business') : say('My documents'),
    notes: [
      isAdmin
        ? say('Any administrator can cancel the deletion until then.')
        : say('Is this a mistake? An administrator can cancel the deletion until then.'),
    ],
  }),
  revoked: ({ business, by }) => ({
    subject: say('“{business}” won’t be deleted', { business }),
    preheader: say('The deletion was cancelled.'),
    heading: say('“{business}” won’t be deleted', { business }),
    paragraphs: [say('{by} cancelled the deletion of the business. Everything continues as before.', { by })],
    button: say('My documents'),
    notes: [],
  }),
  deleted: ({ business }) => ({
    subject: say('“{business}” was deleted', { business }),
    preheader: say('You now have a personal account.', {}, 'business deleted'),
    heading: say('“{business}” was deleted', { business }),
    paragraphs: [
      say(
        'The 30-day period is over. You now have a personal account. Please accept its terms the next time you sign in.',
      ),
      say(
        'You keep what you sent and signed, and signatures stay valid. The business’s seals and API keys no longer work.',
      ),
    ],
    button: say('My documents'),
    notes: [],
  }),
})

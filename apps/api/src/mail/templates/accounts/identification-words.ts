import type { Say } from '#api/mail/catalogue.ts'
import type { IdentificationWording } from '../wording.ts'

export const identificationWords = (say: Say): IdentificationWording => ({
  identificationResult: ({ success }) => ({
    subject: success ? say('Your identity has been verified') : say('Your identity couldn’t be verified'),
    preheader: say('Your identity check has been reviewed.'),
    heading: success ? say('Your identity has been verified') : say('Your identity couldn’t be verified'),
    paragraphs: success
      ? [
          say('The identity verification service has reviewed and confirmed your identity.'),
          say('You can continue now. There may be one more step before you sign.'),
        ]
      : [
          say(
            'The identity verification service has reviewed your identity check and couldn’t confirm your identity.',
          ),
          say('Open the page to see the reason and your options.'),
        ],
    button: success ? say('Continue') : say('View options'),
    notes: [],
  }),
  identificationEnds: ({ level, at }) => ({
    subject: say('Your identity verification expires on {at}', { at }),
    preheader: say('Verify your identity again to keep signing.'),
    heading: say('Your identity verification expires on {at}', { at }),
    paragraphs: [
      level === 'QES'
        ? say(
            'Your identity verification is valid until {at}. After that you can no longer use it for qualified signatures.',
            { at },
          )
        : say(
            'Your identity verification is valid until {at}. After that you can no longer use it for advanced signatures.',
            { at },
          ),
      say(
        'To avoid an interruption, verify your identity again before that date. Existing signatures stay valid.',
      ),
    ],
    button: say('Verify identity again'),
    notes: [],
  }),
})

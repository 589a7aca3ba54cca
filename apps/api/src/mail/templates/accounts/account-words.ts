import type { Say } from '#api/mail/catalogue.ts'
import type { AccountWording } from '../wording.ts'

export const accountWords = (say: Say): AccountWording => ({
  confirmation: ({ until }) => ({
    subject: say('Confirm your email address'),
    preheader: say('Please confirm that this address is yours.'),
    heading: say('Confirm your email address'),
    paragraphs: [
      say('Please confirm that this email address is yours.'),
      say('The link expires on {until}.', { until }),
    ],
    button: say('Confirm email address'),
    notes: [
      say('Didn’t request this? You can ignore this email. Nothing happens without your confirmation.'),
    ],
  }),
  accountExists: () => ({
    subject: say('You already have an account'),
    preheader: say('Sign in with this address.'),
    heading: say('You already have an account'),
    paragraphs: [
      say(
        'Someone, probably you, tried to sign up with this email address. You already have an account, so please sign in.',
      ),
    ],
    button: say('Sign in'),
    notes: [say('Didn’t request this? You can ignore this email. Your account hasn’t changed.')],
  }),
  passwordReset: ({ until }) => ({
    subject: say('Set a new password'),
    preheader: say('The link expires in one hour.'),
    heading: say('Set a new password'),
    paragraphs: [
      say('Someone, probably you, requested a new password for your account.'),
      say('The link expires on {until}.', { until }),
    ],
    button: say('Set a new password', {}, 'button'),
    notes: [
      say('This link is personal: anyone who has it can take over your account. Please don’t forward it.'),
      say('Didn’t request this? You can ignore this email. Your password hasn’t changed.'),
    ],
  }),
  companySignIn: ({ hasPassword }) => ({
    subject: say('Sign in through your company'),
    preheader: hasPassword
      ? say('Your business requires company sign-in.')
      : say('Your account has no password.'),
    heading: say('Sign in through your company'),
    paragraphs: [
      hasPassword
        ? say(
            'Someone, probably you, requested a new password. Your business requires company sign-in, so a password isn’t accepted: sign in through your company.',
          )
        : say(
            'Someone, probably you, requested a new password. Your account doesn’t have one: you sign in through your company.',
          ),
      say('If you’ve forgotten your company password, contact your IT department.'),
    ],
    button: say('Sign in'),
    notes: [say('Didn’t request this? You can ignore this email. Your account hasn’t changed.')],
  }),
  signingCode: ({ code, title, until }) => ({
    subject: say('{code} is your code to sign “{title}”', { code, title }),
    preheader: say('Valid until {until}.', { until }),
    heading: say('Your code to sign “{title}”', { title }),
    paragraphs: [say('Use this code to sign “{title}”. It’s valid until {until}.', { title, until })],
    label: say('Code'),
    notes: [
      say('Never share this code. Nobody from Countersign will ask you for it.'),
      say('Not signing? You can ignore this email. Nothing is signed without the code.'),
    ],
  }),
  noAccount: () => ({
    subject: say('There’s no account for this email address'),
    preheader: say('You may have signed up with another address.'),
    heading: say('There’s no account for this email address'),
    paragraphs: [
      say(
        'Someone, probably you, requested a new password. There’s no account for this email address; you may have signed up with another one.',
      ),
    ],
    button: say('Sign up'),
    notes: [say('Didn’t request this? You can ignore this email.')],
  }),
  emailChange: ({ until }) => ({
    subject: say('Confirm your new email address'),
    preheader: say('Please confirm that this address is yours.'),
    heading: say('Confirm your new email address'),
    paragraphs: [
      say(
        'Please confirm this as the new email address of your account. Until then, your old address stays in use.',
      ),
      say('The link expires on {until}. You need to be signed in to your account.', { until }),
    ],
    button: say('Confirm email address'),
    notes: [
      say('Didn’t request this? You can ignore this email. Nothing happens without your confirmation.'),
    ],
  }),
  emailTaken: () => ({
    subject: say('Your email address already has an account'),
    preheader: say('Someone tried to use it for another account.'),
    heading: say('Your email address already has an account'),
    paragraphs: [
      say(
        'Someone, perhaps you, tried to use this email address for another account. It already belongs to your account, so nothing was changed.',
      ),
      say(
        'If you have two accounts and want to keep only the other one, sign in to this one and delete it first.',
      ),
    ],
    button: say('Sign in'),
    notes: [say('Didn’t request this? You can ignore this email. Your account hasn’t changed.')],
  }),
})

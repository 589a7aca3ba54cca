import type { AccountWording, SecurityChange } from './wording.ts'

const happened: Record<SecurityChange, { subject: string; text: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. All other devices were signed out.',
  },
  password_reset: {
    subject: 'Your password was reset',
    text: 'A new password was set for your account by a mailed link. All devices were signed out.',
  },
  email_changed: {
    subject: 'The email address of your account was changed',
    text: 'Your account now has another email address. From now on, please sign in with that one.',
  },
  mobile_changed: {
    subject: 'The mobile number of your account was changed',
    text: 'Your account now has the mobile number below. Codes to sign with may go to it.',
  },
  second_factor_added: {
    subject: 'A second factor was added to your account',
    text: 'Signing in to your account now also asks for a second factor.',
  },
  second_factor_removed: {
    subject: 'A second factor was removed from your account',
    text: 'A second factor no longer protects your account.',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes for your account',
    text: 'New recovery codes were made. The ones before them no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used for your account',
    text: 'Somebody signed in to your account with one of its recovery codes. That code no longer works.',
  },
  identity_linked: {
    subject: 'Your account was linked with your company’s sign-in',
    text: 'From now on you can sign in to your account through your company.',
  },
  account_deleted: {
    subject: 'Your account was deleted',
    text: 'Your account and your personal details were deleted. What was signed stays valid for the other people.',
  },
  new_sign_in: {
    subject: 'New sign-in to your account',
    text: 'Somebody signed in to your account from a device that we had not seen before.',
  },
  record_signing_locked: {
    subject: 'A signature was stopped after five wrong proofs',
    text: 'A member of your business could not prove who they are when signing a regulated record (21 CFR Part 11). Nothing was signed. Whose account it was stands below.',
  },
}

const notYou: Partial<Record<SecurityChange, string>> = {
  record_signing_locked:
    'Please ask them at once whether it was they. If it was not, their password has to be changed.',
  password_changed: 'Was it not you? Then set a new password at once: we mail you a link for that.',
  password_reset: 'Was it not you? Then set a new password at once, and secure your mailbox as well.',
  email_changed:
    'Was it not you? Then sign in and change your password at once; if you can no longer sign in, contact the operator of this service.',
  mobile_changed:
    'Was it not you? Then change your password at once, and put your own number back in your profile.',
  account_deleted: 'Was it not you? Then contact the operator of this service and secure your mailbox.',
}

export const accountWording: AccountWording = {
  securityLabels: {
    when: 'When',
    address: 'From the address',
    device: 'With the device',
    detail: 'Details',
    unknown: 'Unknown',
  },
  securityNotice: ({ change }) => ({
    subject: happened[change].subject,
    preheader: 'Was it you? Then you need do nothing.',
    heading: happened[change].subject,
    paragraphs: [happened[change].text],
    button:
      change === 'password_changed' || change === 'password_reset' ? 'Set a new password' : 'Change password',
    notes: [
      'Was it you? Then you need do nothing.',
      notYou[change] ??
        'Was it not you? Then change your password at once, and look at which devices are signed in.',
    ],
  }),
  passwordReset: ({ until }) => ({
    subject: 'Set a new password',
    preheader: 'The link works once, for an hour.',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody, probably you, asked to set a new password for your account.',
      `The link works once, until ${until}.`,
    ],
    button: 'Set a new password',
    notes: [
      'This link is personal: whoever has it can take over your account. Please do not forward it.',
      'Did you not ask for this? Then you need do nothing: your password stays as it is.',
    ],
  }),
  companySignIn: () => ({
    subject: 'Sign in through your company',
    preheader: 'Your account has no password of its own.',
    heading: 'Sign in through your company',
    paragraphs: [
      'Somebody, probably you, asked to set a new password. Your account has none: you sign in through your company.',
      'If you have forgotten your company’s password, please ask your company’s IT.',
    ],
    button: 'Sign in',
    notes: ['Did you not ask for this? Then you need do nothing: your account has not been changed.'],
  }),
  signingCode: ({ title, until }) => ({
    subject: `Your code to sign “${title}”`,
    preheader: `It is valid until ${until}.`,
    heading: `Your code to sign “${title}”`,
    paragraphs: [`With this code you approve the signing of “${title}”. It is valid until ${until}.`],
    label: 'Code',
    notes: [
      'Never pass the code on: nobody from Countersign will ask you for it.',
      'Did you not want to sign? Then do nothing: without the code nothing is signed.',
    ],
  }),
  noAccount: () => ({
    subject: 'There is no account with this email address',
    preheader: 'You may have signed up with another address.',
    heading: 'There is no account with this email address',
    paragraphs: [
      'Somebody, probably you, asked to set a new password. There is no account with this email address; perhaps you signed up with another one.',
    ],
    button: 'Sign up',
    notes: ['Did you not ask for this? Then you need do nothing: we keep nothing of it.'],
  }),
  emailChange: ({ until }) => ({
    subject: 'Confirm your new email address',
    preheader: 'Please confirm that this address is yours.',
    heading: 'Confirm your new email address',
    paragraphs: [
      'Please confirm that this address is to become the email address of your account. Until then your old one stays.',
      `The link works once, until ${until}. You need to be signed in to your account.`,
    ],
    button: 'Confirm email address',
    notes: ['Did you not ask for this? Then you need do nothing: nothing happens without your confirmation.'],
  }),
  emailTaken: () => ({
    subject: 'Your email address already has an account',
    preheader: 'Somebody wanted to use it for another account.',
    heading: 'Your email address already has an account',
    paragraphs: [
      'Somebody, perhaps you, wanted to make this the email address of another account. It already belongs to your account, so nothing was changed.',
      'If you have two accounts and want to keep only the other one, sign in to this one and delete it first.',
    ],
    button: 'Sign in',
    notes: ['Did you not ask for this? Then you need do nothing: your account has not been changed.'],
  }),
}

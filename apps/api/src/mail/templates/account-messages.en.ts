import type { AccountWording, SecurityChange } from './wording.ts'

const happened: Record<SecurityChange, { subject: string; text: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. All other devices were signed out.',
  },
  password_reset: {
    subject: 'Your password was reset',
    text: 'A new password was set for your account using an emailed link. All devices were signed out.',
  },
  email_changed: {
    subject: 'The email address of your account was changed',
    text: 'Your account has a new email address. Use it to sign in from now on.',
  },
  mobile_changed: {
    subject: 'The mobile number of your account was changed',
    text: 'Your account now has the mobile number below. We may send signing codes to this number.',
  },
  second_factor_added: {
    subject: 'A second factor was added to your account',
    text: 'Signing in to your account now requires a second factor.',
  },
  second_factor_removed: {
    subject: 'A second factor was removed from your account',
    text: 'A second factor no longer protects your account.',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes for your account',
    text: 'New recovery codes were created. The previous ones no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used for your account',
    text: 'Someone signed in to your account with a recovery code. That code no longer works.',
  },
  identity_linked: {
    subject: 'Your account was linked to your company sign-in',
    text: 'From now on you can sign in to your account through your company.',
  },
  account_deleted: {
    subject: 'Your account was deleted',
    text: 'Your account and your personal details were deleted. Signed documents stay valid for everyone else.',
  },
  new_sign_in: {
    subject: 'New sign-in to your account',
    text: 'Someone signed in to your account from a new device.',
  },
  record_signing_locked: {
    subject: 'A signature was stopped after five failed identity checks',
    text: 'A member of your business failed to confirm their identity when signing a regulated record (21 CFR Part 11). Nothing was signed. The account is shown below.',
  },
}

const notYou: Partial<Record<SecurityChange, string>> = {
  record_signing_locked: 'Ask them whether it was them. If not, their password must be changed immediately.',
  password_changed: 'Wasn’t you? Set a new password immediately. We’ll email you a link.',
  password_reset: 'Wasn’t you? Set a new password immediately and secure your mailbox.',
  email_changed:
    'Wasn’t you? Sign in and change your password immediately. If you can no longer sign in, contact the operator of this service.',
  mobile_changed: 'Wasn’t you? Change your password immediately and restore your number in your profile.',
  account_deleted: 'Wasn’t you? Contact the operator of this service and secure your mailbox.',
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
    preheader: 'If this was you, no action is needed.',
    heading: happened[change].subject,
    paragraphs: [happened[change].text],
    button:
      change === 'password_changed' || change === 'password_reset' ? 'Set a new password' : 'Change password',
    notes: [
      'If this was you, no action is needed.',
      notYou[change] ?? 'Wasn’t you? Change your password immediately and check which devices are signed in.',
    ],
  }),
  passwordReset: ({ until }) => ({
    subject: 'Set a new password',
    preheader: 'The link expires in one hour.',
    heading: 'Set a new password',
    paragraphs: [
      'Someone, probably you, requested a new password for your account.',
      `The link expires on ${until}.`,
    ],
    button: 'Set a new password',
    notes: [
      'This link is personal: anyone who has it can take over your account. Please don’t forward it.',
      'Didn’t request this? You can ignore this email. Your password hasn’t changed.',
    ],
  }),
  companySignIn: () => ({
    subject: 'Sign in through your company',
    preheader: 'Your account has no password.',
    heading: 'Sign in through your company',
    paragraphs: [
      'Someone, probably you, requested a new password. Your account doesn’t have one: you sign in through your company.',
      'If you’ve forgotten your company password, contact your IT department.',
    ],
    button: 'Sign in',
    notes: ['Didn’t request this? You can ignore this email. Your account hasn’t changed.'],
  }),
  signingCode: ({ code, title, until }) => ({
    subject: `${code} is your code to sign “${title}”`,
    preheader: `Valid until ${until}.`,
    heading: `Your code to sign “${title}”`,
    paragraphs: [`Use this code to sign “${title}”. It’s valid until ${until}.`],
    label: 'Code',
    notes: [
      'Never share this code. Nobody from Countersign will ask you for it.',
      'Not signing? You can ignore this email. Nothing is signed without the code.',
    ],
  }),
  noAccount: () => ({
    subject: 'There’s no account for this email address',
    preheader: 'You may have signed up with another address.',
    heading: 'There’s no account for this email address',
    paragraphs: [
      'Someone, probably you, requested a new password. There’s no account for this email address; you may have signed up with another one.',
    ],
    button: 'Sign up',
    notes: ['Didn’t request this? You can ignore this email. We don’t store anything.'],
  }),
  emailChange: ({ until }) => ({
    subject: 'Confirm your new email address',
    preheader: 'Please confirm that this address is yours.',
    heading: 'Confirm your new email address',
    paragraphs: [
      'Please confirm this as the new email address of your account. Until then, your old address stays in use.',
      `The link expires on ${until}. You need to be signed in to your account.`,
    ],
    button: 'Confirm email address',
    notes: ['Didn’t request this? You can ignore this email. Nothing happens without your confirmation.'],
  }),
  emailTaken: () => ({
    subject: 'Your email address already has an account',
    preheader: 'Someone tried to use it for another account.',
    heading: 'Your email address already has an account',
    paragraphs: [
      'Someone, perhaps you, tried to use this email address for another account. It already belongs to your account, so nothing was changed.',
      'If you have two accounts and want to keep only the other one, sign in to this one and delete it first.',
    ],
    button: 'Sign in',
    notes: ['Didn’t request this? You can ignore this email. Your account hasn’t changed.'],
  }),
}

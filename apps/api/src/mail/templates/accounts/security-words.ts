import type { Say } from '#api/mail/catalogue.ts'
import type { SecurityChange, SecurityWording } from '../wording.ts'

export function securityWords(say: Say): SecurityWording {
  const happened = happenings(say)
  const notYou = advice(say)
  return {
    securityLabels: {
      when: say('When'),
      address: say('IP address'),
      device: say('Device'),
      detail: say('Details'),
      unknown: say('Unknown'),
    },
    securityNotice: ({ change, isVerified = false }) => ({
      subject: happened[change].subject,
      preheader: isOfMember(change) ? happened[change].text : reassurance(say, change),
      heading: happened[change].subject,
      paragraphs: [happened[change].text],
      button:
        change === 'password_changed' || change === 'password_reset'
          ? say('Set a new password', {}, 'security notice')
          : say('Change password'),
      notes: [
        ...(isOfMember(change) ? [] : [reassurance(say, change)]),
        (isVerified ? verifiedAdvice(say) : notYou[change]) ??
          say('Wasn’t you? Change your password immediately and check which devices are signed in.'),
      ],
    }),
  }
}

/** Of someone else’s account: the administrators of their business are told, who have done nothing themselves. */
export const isOfMember = (change: SecurityChange): boolean =>
  change === 'record_signing_locked' || change === 'member_renamed'

const reassurance = (say: Say, change: SecurityChange): string =>
  change === 'account_recovered'
    ? say('If you asked for this, no action is needed.')
    : say('If this was you, no action is needed.')

const happenings = (say: Say): Record<SecurityChange, { subject: string; text: string }> => ({
  password_changed: {
    subject: say('Your password was changed'),
    text: say('The password of your account was changed. All other devices were signed out.'),
  },
  password_reset: {
    subject: say('Your password was reset'),
    text: say('A new password was set for your account using an emailed link. All devices were signed out.'),
  },
  email_changed: {
    subject: say('The email address of your account was changed'),
    text: say('Your account has a new email address. Use it to sign in from now on.'),
  },
  mobile_changed: {
    subject: say('The mobile number of your account was changed'),
    text: say('Your account now has the mobile number below. We may send signing codes to this number.'),
  },
  second_factor_added: {
    subject: say('A second factor was added to your account'),
    text: say('Signing in to your account with a password now requires a second factor.'),
  },
  second_factor_removed: {
    subject: say('A second factor was removed from your account'),
    text: say('You can no longer use this second factor to sign in to your account.'),
  },
  recovery_codes_renewed: {
    subject: say('New recovery codes for your account'),
    text: say('New recovery codes were created. The previous ones no longer work.'),
  },
  recovery_code_used: {
    subject: say('A recovery code was used for your account'),
    text: say('Someone signed in to your account with a recovery code. That code no longer works.'),
  },
  identity_linked: {
    subject: say('Your account was linked to your company sign-in'),
    text: say('You can now sign in to your account through your company.'),
  },
  account_deleted: {
    subject: say('Your account was deleted'),
    text: say(
      'Your account and your personal details were deleted. Signed documents stay valid for everyone else.',
    ),
  },
  account_recovered: {
    subject: say('The operator of this service helped to recover your account'),
    text: say(
      'The operator changed how your account is protected: sessions were ended, a second factor was removed, a link to set a new password was sent, or failed attempts were cleared. After you sign in, set up a second factor again if it was removed.',
    ),
  },
  new_sign_in: {
    subject: say('New sign-in to your account'),
    text: say('Someone signed in to your account from a new device.'),
  },
  member_renamed: {
    subject: say('A member changed the name they sign records with'),
    text: say(
      'Regulated records (21 CFR Part 11) are signed with the name of the account. A member of your business has changed theirs. The old and the new name are shown below.',
    ),
  },
  record_signing_locked: {
    subject: say('A signature was stopped after five failed re-authentications'),
    text: say(
      'A member of your business failed to re-authenticate when signing a regulated record (21 CFR Part 11). Nothing was signed. The account is shown below.',
    ),
  },
})

const advice = (say: Say): Partial<Record<SecurityChange, string>> => ({
  member_renamed: say(
    'Check that the new name is theirs. If it isn’t, remove them from your business: until then, they can sign regulated records with it.',
  ),
  record_signing_locked: say(
    'Check with them that it was them. If it wasn’t, their password must be changed immediately.',
  ),
  password_changed: say('Wasn’t you? Set a new password immediately. We’ll email you a link.'),
  password_reset: say('Wasn’t you? Set a new password immediately and secure your mailbox.'),
  email_changed: say(
    'Wasn’t you? Sign in and change your password immediately. If you can no longer sign in, contact the operator of this service.',
  ),
  mobile_changed: say(
    'Wasn’t you? Change your password immediately and restore your number in your profile.',
  ),
  account_recovered: say(
    'Didn’t ask for this? Contact the operator of this service and secure your mailbox.',
  ),
  account_deleted: say('Wasn’t you? Contact the operator of this service and secure your mailbox.'),
})

/** A number that an identity check has proved can’t be typed over: only another check replaces it. */
const verifiedAdvice = (say: Say): string =>
  say(
    'Wasn’t you? Change your password immediately, then verify your identity again: the number from that check replaces this one.',
  )

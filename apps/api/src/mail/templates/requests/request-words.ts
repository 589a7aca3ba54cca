import type { Say } from '#api/mail/catalogue.ts'
import type { RequestWording } from '../wording.ts'

export function requestWords(say: Say): RequestWording {
  const ofLink = (isPersonal: boolean): string[] =>
    isPersonal
      ? [say('This link is personal: anyone who has it can act in your name. Please don’t forward it.')]
      : []
  const ofGroup = (group: string | undefined): string[] =>
    group
      ? [say('You received this as a member of “{group}”. The first to sign signs for the group.', { group })]
      : []
  const qualifiedSignature = say(
    'This request needs a qualified signature. If your identity hasn’t been verified yet, there’s a one-time check first. It takes about 5 minutes.',
  )
  const accountMissing = ({
    from,
    title,
    isPersonal,
  }: {
    from: string
    title: string
    isPersonal: boolean
  }) => ({
    subject: say('“{title}” can’t be signed without an account', { title }),
    preheader: say('You can read it, delegate it or decline it.'),
    heading: say('“{title}” can’t be signed without an account', { title }),
    paragraphs: [
      say('{from} has requested your signature.', { from }),
      say(
        'It’s a regulated record (21 CFR Part 11): it takes an account of a business that has Part 11 turned on, and you no longer have one. You can read the documents, delegate it to someone with such an account, or decline it.',
      ),
    ],
    button: say('Open request'),
    notes: ofLink(isPersonal),
  })
  return {
    invitation: ({ sender, from, title, delegator, group, qualified, needsAccount, isPersonal }) =>
      needsAccount
        ? accountMissing({ from, title, isPersonal })
        : {
            subject: say('{sender} has requested your signature: “{title}”', { sender, title }),
            preheader: say('Review the documents and sign online.'),
            heading: say('Please sign “{title}”', { title }),
            paragraphs: [
              say('{from} has requested your signature.', { from }),
              ...(delegator ? [say('{delegator} delegated this request to you.', { delegator })] : []),
              ...ofGroup(group),
              ...(qualified ? [qualifiedSignature] : []),
              say('Review the documents and sign online.', {}, 'text'),
            ],
            button: say('Review and sign'),
            notes: [
              ...ofLink(isPersonal),
              say('Don’t know the sender? Don’t sign. You can ignore this email.'),
            ],
          },
    reminder: ({ sender, from, title, group, qualified, needsAccount, isPersonal }) =>
      needsAccount
        ? accountMissing({ from, title, isPersonal })
        : {
            subject: say('Reminder: {sender} is waiting for your signature on “{title}”', { sender, title }),
            preheader: say('Your signature is still needed.'),
            heading: say('“{title}” is waiting for your signature', { title }),
            paragraphs: [
              say('{from} requested your signature. It’s still needed.', { from }),
              ...ofGroup(group),
              ...(qualified ? [qualifiedSignature] : []),
            ],
            button: say('Review and sign'),
            notes: ofLink(isPersonal),
          },
    changed: ({ sender, title, signs, isPersonal }) => ({
      subject: say('{sender} has corrected “{title}”', { sender, title }),
      preheader: signs ? say('It’s still waiting for your signature.') : say('View the current version.'),
      heading: say('{sender} has corrected “{title}”', { sender, title }),
      paragraphs: [
        signs
          ? say('Nobody has signed yet. Please review the current version before you sign.')
          : say('Nobody has signed yet. You can view the current version.'),
      ],
      button: signs ? say('Review and sign') : say('Open request'),
      notes: ofLink(signs && isPersonal),
    }),
    observerInvited: ({ inviter, from, title, email, hasAccount }) => ({
      subject: say('{inviter} shared “{title}” with you', { inviter, title }),
      preheader: say('You can read the documents and see who has signed. You don’t need to sign.'),
      heading: say('{inviter} shared “{title}” with you', { inviter, title }),
      paragraphs: [
        say('{from} has given you read access to this request.', { from }),
        say(
          'You can read the documents and see who has signed. You don’t need to sign. We’ll email you when the request is completed.',
        ),
        ...(hasAccount ? [] : [say('To view it, sign up with this email address: {email}.', { email })]),
      ],
      button: say('Open request'),
      notes: [say('Don’t know this person? You can ignore this email.')],
    }),
    requestSigned: ({ signer, title, at, signed, total }) => {
      const progress = say(
        '{signed, plural, one {{signed} of {total} has signed.} other {{signed} of {total} have signed.}}',
        { signed, total },
      )
      return {
        subject: say('{signer} has signed “{title}”', { signer, title }),
        preheader: progress,
        heading: say('{signer} has signed “{title}”', { signer, title }),
        paragraphs: [say('Signed on {at}.', { at }), progress],
        button: say('Open request'),
        notes: [],
      }
    },
    delegated: ({ from, to, title, at }) => ({
      subject: say('{from} delegated “{title}” to {to}', { from, title, to }),
      preheader: say('Someone else will sign instead.'),
      heading: say('{from} delegated “{title}” to {to}', { from, title, to }),
      paragraphs: [say('Delegated on {at}. {to} has received the request.', { at, to })],
      button: say('Open request'),
      notes: [],
    }),
    groupSigned: ({ name, group, title, at }) => ({
      subject: say('{name} has signed “{title}” for “{group}”', { name, title, group }),
      preheader: say('No action needed.'),
      heading: say('{name} has signed “{title}” for “{group}”', { name, title, group }),
      paragraphs: [say('Signed on {at} for the group. No action is needed.', { at })],
      button: say('Open request'),
      notes: [],
    }),
    groupDelegated: ({ name, group, title, at }) => ({
      subject: say('{name} delegated the signature for “{group}”: “{title}”', { name, group, title }),
      preheader: say('No action needed.'),
      heading: say('{name} delegated the signature for “{group}”', { name, group }),
      paragraphs: [
        say(
          'Delegated on {at}. Someone else will sign “{title}”, so your group no longer needs to. No action is needed.',
          { at, title },
        ),
      ],
      button: say('Open request'),
      notes: [],
    }),
  }
}

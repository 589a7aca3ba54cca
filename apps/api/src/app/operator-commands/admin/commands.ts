import { type Command, confirmation, defineCommand } from '../command.ts'

export const adminCommands: readonly Command[] = [
  defineCommand({
    name: 'admin recover',
    takes: 'EMAIL',
    summary: 'help a person who is locked out: sessions, second factors, password link, delays',
    description: `Without options it shows how the account stands, and changes nothing. Make sure first that it is really the person who asks:
anyone with access to their mailbox can sign in once the second factor is removed and a link is sent. You never see a password or a link.
The person is emailed about what was done; the administration log of their business records it.`,
    options: {
      'end-sessions': { type: 'boolean', summary: 'sign the person out everywhere' },
      'remove-second-factor': {
        type: 'boolean',
        summary: 'remove all second factors and recovery codes, and sign the person out everywhere',
      },
      'reset-password': { type: 'boolean', summary: 'email the person a link to set a new password' },
      unlock: { type: 'boolean', summary: 'forget the failed attempts that delay signing in' },
      ...confirmation,
    },
    run: async (call) => (await import('./admin-recover.ts')).recover(call),
  }),
  defineCommand({
    name: 'admin change-email',
    takes: 'ID EMAIL',
    summary: 'give an account another email, where its mailbox is that of another account',
    description: `Earlier releases took anna@bücher.ch and anna@xn--bcher-kva.ch for two mailboxes. Of two such accounts only the older one
can be signed in to; \`countersign doctor\` names the other one. Give it another address of the same person, and make sure first that it
is theirs: anyone with access to that mailbox can set a new password. Both addresses are emailed about it. The account keeps its requests.`,
    options: { ...confirmation },
    run: async (call) => (await import('./admin-change-email.ts')).changeEmail(call),
  }),
  defineCommand({
    name: 'admin company-sign-in',
    takes: 'BUSINESS',
    summary: 'show whether a business requires company sign-in, or end that',
    description: `BUSINESS is an id or a name. Without options it changes nothing. --off is the way out when the identity provider of a business fails and
its admins are locked out, too: make sure that an admin of the business asks for it. The provider stays set up; the admins are
emailed, and the administration log of the business records it.`,
    options: {
      off: { type: 'boolean', summary: 'let members sign in with their passwords again' },
      ...confirmation,
    },
    run: async (call) => (await import('./admin-company-sign-in.ts')).showOrEndCompanySignIn(call),
  }),
]

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  companySignInMail,
  emailChangeMail,
  emailTakenMail,
  noAccountMail,
  passwordResetMail,
} from './accounts/account-mails.ts'
import { aesForBusinessMail } from './businesses/aes-for-business.ts'
import { accountExistsMail } from './accounts/account-exists.ts'
import { keyExpiresMail } from './businesses/key-expires.ts'
import { identityProviderChangedMail } from './businesses/identity-provider-changed.ts'
import { callbacksFailingMail } from './businesses/callbacks-failing.ts'
import { billingMail } from './businesses/billing-mails.ts'
import { businessDeletionMail } from './businesses/business-deletion.ts'
import { changedMail } from './requests/changed.ts'
import { confirmationMail } from './accounts/confirmation.ts'
import { declinedMail } from './requests/declined.ts'
import { deletionAheadMail } from './requests/deletion-ahead.ts'
import { delegatedMail } from './requests/delegated.ts'
import { expiredMail } from './requests/expired.ts'
import { groupSettledMail } from './requests/group-settled.ts'
import { identificationEndsMail, identificationResultMail } from './accounts/identification-mails.ts'
import { invitationMail } from './requests/invitation.ts'
import { languages, wordingIn } from './language.ts'
import type { Language } from '@countersign/contract/values.ts'
import { mark, type RenderedMail } from './layout.ts'
import { mailFailedMail } from './requests/mail-failed.ts'
import { observerInvitedMail } from './requests/observer-invited.ts'
import {
  businessInvitationMail,
  documentsTakenOverMail,
  invitationDeclinedMail,
  removedFromBusinessMail,
} from './businesses/people-mails.ts'
import { reminderMail } from './requests/reminder.ts'
import { repliesTo } from './replies-to.ts'
import { requestSignedMail } from './requests/request-signed.ts'
import { securityNoticeMail } from './accounts/security-notice.ts'
import { signedCopyMail } from './requests/signed-copy.ts'
import { signingCodeMail } from './requests/signing-code.ts'
import { signingFailedMail } from './requests/signing-failed.ts'
import { withdrawnMail } from './requests/withdrawn.ts'
import type { SecurityChange } from './wording.ts'

const at = new Date('2027-02-18T13:05:00Z')
const link = 'https://sign.example.test/direct-sign/1/2?lang=de&x="'.replace('"', '%22')
const anna = 'Anna O’Neill'
const title = 'Rental contract'
const email = 'olga@example.org'
const documents = ['Rental contract.pdf', 'House rules.pdf']

type People = { name: string; title: string }
type Render = (people: People, lang: Language) => RenderedMail

const mails: Record<string, { render: Render; shows: string[] }> = {
  confirmation: { render: (_people, lang) => confirmationMail({ link, expiresAt: at }, lang), shows: [] },
  'account exists': { render: (_people, lang) => accountExistsMail({ link }, lang), shows: [] },
  'password reset': {
    render: (_people, lang) => passwordResetMail({ link, expiresAt: at }, lang),
    shows: [],
  },
  'email change': { render: (_people, lang) => emailChangeMail({ link, expiresAt: at }, lang), shows: [] },
  'company sign-in': {
    render: (_people, lang) => companySignInMail({ link, hasPassword: false }, lang),
    shows: [],
  },
  'company sign-in that is required': {
    render: (_people, lang) => companySignInMail({ link, hasPassword: true }, lang),
    shows: [],
  },
  'no account': { render: (_people, lang) => noAccountMail({ link }, lang), shows: [] },
  'email taken': { render: (_people, lang) => emailTakenMail({ link }, lang), shows: [] },
  invitation: {
    render: (people, lang) =>
      invitationMail(
        {
          recipientName: 'Ben',
          senderName: people.name,
          title: people.title,
          documents,
          expiresAt: at,
          link,
        },
        lang,
      ),
    shows: [anna, title, 'Ben', ...documents],
  },
  'invitation of a group': {
    render: (people, lang) =>
      invitationMail(
        { senderName: 'Ben', title: people.title, group: people.name, documents, expiresAt: at, link },
        lang,
      ),
    shows: [anna, title, ...documents],
  },
  'invitation, account deleted': {
    render: (people, lang) =>
      invitationMail(
        { senderName: people.name, title: people.title, documents, expiresAt: at, link, needsAccount: true },
        lang,
      ),
    shows: [anna, title, ...documents],
  },
  'reminder of a group': {
    render: (people, lang) =>
      reminderMail(
        { senderName: 'Ben', title: people.title, group: people.name, documents, expiresAt: at, link },
        lang,
      ),
    shows: [anna, title, ...documents],
  },
  'signed for a group': {
    render: (people, lang) =>
      groupSettledMail(
        { name: people.name, group: 'Legal', title: people.title, at, how: 'signed', link },
        lang,
      ),
    shows: [anna, title, 'Legal'],
  },
  'invitation to look on': {
    render: (people, lang) =>
      observerInvitedMail(
        { inviterName: people.name, title: people.title, documents, email, hasAccount: false, link },
        lang,
      ),
    shows: [anna, title, email, ...documents],
  },
  'identified, after a review': {
    render: (_people, lang) => identificationResultMail({ success: true, link }, lang),
    shows: [],
  },
  'not identified, after a review': {
    render: (_people, lang) => identificationResultMail({ success: false, link }, lang),
    shows: [],
  },
  'an identification that ends': {
    render: (_people, lang) => identificationEndsMail({ level: 'AES', validUntil: at, link }, lang),
    shows: [],
  },
  ...Object.fromEntries(
    (['asked', 'revoked', 'deleted'] as const).map((what) => [
      `a business that is to be deleted: ${what}`,
      {
        render: ({ name: by, title: business }: People, lang: Language) =>
          businessDeletionMail({ what, business, by, at, isAdmin: false, link }, lang),
        shows: what === 'deleted' ? [title] : [anna, title],
      },
    ]),
  ),
  'callbacks that fail': {
    render: ({ name: apiUser, title: business }, lang) =>
      callbacksFailingMail({ business, apiUser, host: 'rent.example', since: at, link }, lang),
    shows: [title, 'rent.example'],
  },
  ...Object.fromEntries(
    (['set', 'required', 'not_required', 'removed'] as const).map((change) => [
      `an identity provider: ${change}`,
      {
        render: ({ name: by, title: business }: People, lang: Language) =>
          identityProviderChangedMail({ business, change, by, issuer: 'https://login.example', link }, lang),
        shows: [title, anna],
      },
    ]),
  ),
  'a key that expires': {
    render: ({ name: apiUser, title: business }, lang) =>
      keyExpiresMail({ business, apiUser, expiresAt: at, link }, lang),
    shows: [title],
  },
  'AES for business': {
    render: ({ name, title: business }, lang) =>
      aesForBusinessMail(
        {
          business,
          asker: name,
          representativeName: 'Ben',
          domains: ['firm.example'],
          expiresAt: at,
          link,
        },
        lang,
      ),
    shows: [anna, title, 'firm.example'],
  },
  'deletion, a week ahead': {
    render: (people, lang) =>
      deletionAheadMail({ title: people.title, deleteAt: at, notice: 'week', link }, lang),
    shows: [title],
  },
  'deletion, on the day': {
    render: (people, lang) =>
      deletionAheadMail({ title: people.title, deleteAt: at, notice: 'day', link }, lang),
    shows: [title],
  },
  'expired, to who looks on': {
    render: (people, lang) =>
      expiredMail({ title: people.title, expiredAt: at, link, reader: { role: 'observer' } }, lang),
    shows: [title],
  },
  'invitation, delegated': {
    render: (people, lang) =>
      invitationMail(
        {
          senderName: 'Ben',
          title: people.title,
          message: 'Please sign',
          delegation: { name: people.name, message: 'I am away' },
          documents,
          expiresAt: at,
          link,
        },
        lang,
      ),
    shows: [anna, title, 'Ben', 'I am away', 'Please sign', ...documents],
  },
  delegated: {
    render: (people, lang) =>
      delegatedMail(
        {
          fromName: people.name,
          toName: 'Carla',
          title: people.title,
          message: 'I am away',
          delegatedAt: at,
          link,
        },
        lang,
      ),
    shows: [anna, title, 'Carla', 'I am away', '2027'],
  },
  changed: {
    render: (people, lang) =>
      changedMail(
        {
          recipientName: 'Ben',
          senderName: people.name,
          title: people.title,
          fields: ['title', 'message', 'expiresAt', 'level', 'documents', 'name', 'place'],
          message: 'Please note the new date',
          expiresAt: at,
          signs: true,
          link,
        },
        lang,
      ),
    shows: [anna, title, 'Ben', 'Please note the new date', '2027'],
  },
  'changed, to somebody who looks on': {
    render: (people, lang) =>
      changedMail(
        {
          senderName: people.name,
          title: people.title,
          fields: ['title'],
          expiresAt: at,
          signs: false,
          link,
        },
        lang,
      ),
    shows: [anna, title, '2027'],
  },
  reminder: {
    render: (people, lang) =>
      reminderMail({ senderName: people.name, title: people.title, documents, expiresAt: at, link }, lang),
    shows: [anna, title, ...documents],
  },
  'signed copy': {
    render: (people, lang) =>
      signedCopyMail({ title: people.title, signers: [people.name, 'Ben'], link }, lang),
    shows: [anna, title, 'Ben'],
  },
  'request signed': {
    render: (people, lang) =>
      requestSignedMail(
        { signerName: people.name, title: people.title, signedAt: at, signedCount: 1, signerCount: 3, link },
        lang,
      ),
    shows: [anna, title, '1', '3'],
  },
  declined: {
    render: (people, lang) =>
      declinedMail(
        { signerName: people.name, title: people.title, reason: 'Too dear', declinedAt: at, link },
        lang,
      ),
    shows: [anna, title, 'Too dear'],
  },
  withdrawn: {
    render: (people, lang) =>
      withdrawnMail(
        { senderName: people.name, title: people.title, reason: 'A mistake', withdrawnAt: at, link },
        lang,
      ),
    shows: [anna, title, 'A mistake'],
  },
  'expired, to the sender': {
    render: (people, lang) => {
      const reader = { role: 'sender', signedCount: 1, signerCount: 3 } as const
      return expiredMail({ title: people.title, expiredAt: at, link, reader }, lang)
    },
    shows: [title, '1', '3'],
  },
  'not signable, to the sender': {
    render: (people, lang) => signingFailedMail({ title: people.title, failedAt: at, link }, lang),
    shows: [title],
  },
  'expired, to a signer': {
    render: (people, lang) => {
      const reader = { role: 'signer', senderName: people.name } as const
      return expiredMail({ title: people.title, expiredAt: at, link, reader }, lang)
    },
    shows: [anna, title],
  },
  'invitation to a business': {
    render: (people, lang) =>
      businessInvitationMail(
        {
          business: people.title,
          inviter: people.name,
          message: 'Welcome',
          role: 'admin',
          email,
          hasAccount: false,
          expiresAt: at,
          link,
        },
        lang,
      ),
    shows: [anna, title, 'Welcome', email, '2027'],
  },
  'invitation to a business, declined': {
    render: (people, lang) =>
      invitationDeclinedMail({ business: people.title, name: people.name, email, link }, lang),
    shows: [anna, title, email],
  },
  'documents taken over': {
    render: (people, lang) =>
      documentsTakenOverMail({ business: people.title, from: people.name, requests: 7, link }, lang),
    shows: [anna, title, '7'],
  },
  'removed from a business': {
    render: (people, lang) =>
      removedFromBusinessMail({ business: people.title, handedOverTo: people.name, link }, lang),
    shows: [anna, title],
  },
  'mail failed': {
    render: (people, lang) =>
      mailFailedMail({ recipient: 'carla@example.test', title: people.title, link }, lang),
    shows: ['carla@example.test', title],
  },
}

const cases = Object.entries(mails).flatMap(([name, mail]) =>
  languages.map((lang) => ({ name, lang, ...mail })),
)

describe.each(cases)('$name in $lang', ({ render, shows, lang }) => {
  test('shows the names and the link, as text and as HTML', () => {
    const mail = render({ name: anna, title }, lang)
    const shown = wordsIn(mail.html)
    for (const fact of shows) {
      expect(mail.text).toContain(fact)
      expect(shown).toContain(fact)
    }
    expect(mail.text).toContain(`\n${link}\n`)
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(mail.html).toContain(`<html lang="${lang}"`)
  })

  test('has every word, and none left to fill in', () => {
    const mail = render({ name: anna, title }, lang)
    for (const said of [mail.subject, mail.text, mail.html]) {
      expect(said).not.toMatch(/\bundefined\b|\bnull\b|\bNaN\b|Invalid Date|\[object|\$\{|\{\{/)
      expect(said.trim()).not.toBe('')
    }
    expect(mail.html).not.toMatch(/<(p|h1|a|li|title|blockquote)\b[^>]*>\s*<\/\1>/)
  })

  test('keeps markup and line breaks of users from doing anything', () => {
    const hostile = {
      name: '<b>Eve</b>"\'&',
      title: '<img src=x onerror=alert(1)>\r\nBcc: eve@example.test\u2028',
    }
    const mail = render(hostile, lang)
    expect(mail.subject).not.toMatch(/[\r\n\u2028\u2029]/)
    expect(mail.html.replace(mark.html, '')).not.toMatch(/<img|<b>/)
    expect(mail.html.match(/<a /g)).toHaveLength(2)
  })

  test('isolates a right-to-left name and drops marks that would turn the sentence', () => {
    const mail = render({ name: 'דנה לוי', title: '\u202eevil\u202c' }, lang)
    if (shows.includes(anna)) expect(mail.text).toContain('\u2068דנה לוי\u2069')
    expect(mail.subject.startsWith('\u2068')).toBe(false)
    expect(mail.subject + mail.text + mail.html).not.toMatch(/[\u202a-\u202e]/)
  })
})

const changes: readonly SecurityChange[] = [
  'password_changed',
  'password_reset',
  'email_changed',
  'mobile_changed',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'identity_linked',
  'account_deleted',
  'account_recovered',
  'new_sign_in',
]
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const notice = (change: SecurityChange, lang: Language, more = {}) =>
  securityNoticeMail(
    { change, at, address: '192.0.2.7', device: firefox, site: 'https://sign.example.test', ...more },
    lang,
  )

test.each(changes.flatMap((change) => languages.map((lang) => [change, lang] as const)))(
  'the notice of %s in %s says what, when, from where and what to do',
  (change, lang) => {
    const mail = notice(change, lang, { detail: 'Blue <key>' })
    const others = changes.filter((one) => one !== change).map((one) => notice(one, lang).subject)
    expect(others).not.toContain(mail.subject)
    for (const fact of ['192.0.2.7', 'Firefox, Linux', 'Blue <key>', '2027']) {
      expect(mail.text).toContain(fact)
      expect(wordsIn(mail.html)).toContain(fact)
    }
    expect(mail.text + mail.html).not.toMatch(/\b(?:undefined|null)\b|Mozilla/)
    const lost = change === 'password_changed' || change === 'password_reset'
    const page = lost ? '/password-reset' : '/profile/change-password'
    if (change === 'account_deleted') expect(mail.html).not.toContain('<a ')
    else expect(mail.text).toContain(`https://sign.example.test${page}\n`)
  },
)

test('a device that nobody knows is said to be unknown', () => {
  expect(notice('new_sign_in', 'de', { device: 'curl/8.0', address: '' }).text).toContain('Gerät: Unbekannt')
})

test('the languages differ, and each names the date and the time zone in its own way', () => {
  const texts = languages.map((lang) => invitation(lang, {}).text)
  expect(new Set(texts).size).toBe(4)
  expect(texts[0]).toContain('18 February 2027')
  expect(texts[1]).toContain('18. Februar 2027')
  expect(texts[2]).toContain('18 février 2027')
  expect(texts[3]).toContain('18 febbraio 2027')
  for (const text of texts) expect(text).toMatch(/14(:|\u00a0h\u00a0)05.* \(?(CET|MEZ|heure suisse)/)
  expect(invitation('en', { timeZone: 'America/New_York' }).text).toMatch(/08:05.* (GMT-5|EST)/)
})

test('where a language has no abbreviation of a time zone, it is named with its distance from UTC', () => {
  const inNewYork = languages.map((lang) => invitation(lang, { timeZone: 'America/New_York' }).text)
  expect(inNewYork[0]).toContain('18 February 2027 at 08:05 GMT-5 (Eastern Standard Time)')
  expect(inNewYork[1]).toContain('GMT-5 (Nordamerikanische Ostküsten-Normalzeit)')
  expect(inNewYork[2]).toContain('08\u00a0h\u00a005 (heure normale de l’Est nord-américain)')
  expect(inNewYork[3]).toContain('GMT-5 (Ora standard orientale USA)')
  expect(invitation('en', { timeZone: 'Europe/Lisbon' }).text).toContain('13:05 WET')
})

test.for([
  // Clocks go from 02:00 to 03:00 in Zurich at 01:00 UTC on 28 March 2027.
  ['en', 'Europe/Zurich', '2027-03-28T00:59:00Z', '01:59 CET'],
  ['en', 'Europe/Zurich', '2027-03-28T01:00:00Z', '03:00 CEST'],
  ['de', 'Europe/Zurich', '2027-10-31T00:30:00Z', '02:30 MESZ'],
  ['de', 'Europe/Zurich', '2027-10-31T01:30:00Z', '02:30 MEZ'],
  // The hour that comes twice is named apart where the name alone would not.
  ['fr', 'Europe/Zurich', '2027-10-30T23:59:00Z', '01\u00a0h\u00a059 (heure suisse)'],
  ['fr', 'Europe/Zurich', '2027-10-31T00:30:00Z', '02\u00a0h\u00a030 (heure d’été d’Europe centrale)'],
  ['fr', 'Europe/Zurich', '2027-10-31T01:30:00Z', '02\u00a0h\u00a030 (heure normale d’Europe centrale)'],
  ['fr', 'Europe/Zurich', '2027-10-31T02:00:00Z', '03\u00a0h\u00a000 (heure suisse)'],
  // Two weeks before Europe in spring, a week after it in autumn.
  ['en', 'America/New_York', '2027-03-14T06:59:00Z', '01:59 GMT-5 (Eastern Standard Time)'],
  ['en', 'America/New_York', '2027-03-14T07:00:00Z', '03:00 GMT-4 (Eastern Daylight Time)'],
  ['en', 'America/New_York', '2027-11-07T05:30:00Z', '01:30 GMT-4 (Eastern Daylight Time)'],
  ['en', 'America/New_York', '2027-11-07T06:30:00Z', '01:30 GMT-5 (Eastern Standard Time)'],
] as const)('%s, %s: %s is %s', ([lang, timeZone, expiresAt, shown]) => {
  expect(invitation(lang, { timeZone, expiresAt }).text).toContain(shown)
})

test('a French date on the first of a month has an ordinal number, with and without a time', () => {
  const first = '2027-03-01T13:05:00Z'
  expect(invitation('fr', { expiresAt: first }).text).toContain('1er mars 2027')
  const ends = {
    what: 'plan_cancelled',
    business: 'Lindenhof AG',
    plan: 'team',
    seats: 3,
    on: first,
  } as const
  expect(billingMail({ ...ends, link }, 'fr').subject).toBe(
    'L’abonnement de Lindenhof AG prend fin le 1er mars 2027',
  )
})

test('no Italian article stands before a day of the month, which elides some of them', () => {
  const po = readFileSync(new URL('../locales/it.po', import.meta.url), 'utf8')
  expect(po).not.toMatch(/\b(?:il|al|dal|del|nel) \{(?:at|until|day)\}/i)
})

test.each([
  ['year', 'it is now Team with 3 seats, billed yearly.'],
  ['month', 'it is now Team with 3 seats, billed monthly.'],
  [undefined, 'it is now Team with 3 seats.'],
] as const)('a plan that was changed to one billed by the %s is said to be', (cycle, words) => {
  const changed = {
    what: 'plan_changed',
    business: 'Lindenhof AG',
    plan: 'team',
    seats: 3,
    on: null,
  } as const
  expect(billingMail({ ...changed, ...(cycle && { cycle }), link }, 'en').text).toContain(words)
})

test('a cancelled plan is said to charge signatures beyond the allowance', () => {
  const ends = { business: 'Lindenhof AG', plan: 'team', seats: 3, on: '2027-03-08T13:05:00Z' } as const
  const { text } = billingMail({ ...ends, what: 'plan_cancelled', link }, 'en')
  expect(text).toContain('only for signatures beyond your allowance')
  expect(text).not.toContain('nothing is charged')
})

test('a date that has been through JSON is shown the same', () => {
  expect(invitation('de', { expiresAt: at.toISOString() })).toEqual(invitation('de', { expiresAt: at }))
})

test.each([
  ['en', 'don’t forward'],
  ['de', 'leiten Sie ihn nicht weiter'],
  ['fr', 'ne pas le transférer'],
  ['it', 'Non lo inoltri'],
] as const)(
  'the invitation in %s says that the link is personal, where it opens the request',
  (lang, words) => {
    expect(invitation(lang, { isPersonal: true }).text).toContain(words)
    expect(invitation(lang, { isPersonal: true }).html).toContain(words)
    expect(invitation(lang, {}).text).not.toContain(words)
  },
)

test.each([
  ['en', 'Anna (anna@example.org) of Lindenhof AG has requested your signature.'],
  ['de', 'Anna (anna@example.org), Lindenhof AG, bittet Sie um Ihre Unterschrift.'],
  ['fr', 'Anna (anna@example.org), Lindenhof AG, vous demande de signer.'],
  ['it', 'Anna (anna@example.org), Lindenhof AG, Le chiede di firmare.'],
] as const)(
  'the invitation in %s says who asks, from which address and for which business',
  (lang, words) => {
    const of = { senderName: 'Anna', senderEmail: 'anna@example.org', business: 'Lindenhof AG' }
    expect(invitation(lang, of).text).toContain(words)
    expect(invitation(lang, of).html).toContain(words)
  },
)

test('an API user, which asks in the name of its business, is named once', () => {
  const of = { senderName: 'Lindenhof AG', senderEmail: '', business: 'Lindenhof AG' }
  expect(invitation('en', of).text).toContain('\nLindenhof AG has requested your signature.')
  expect(invitation('de', of).text).toContain('\nLindenhof AG bittet Sie um Ihre Unterschrift.')
})

test('a sender without a name is named by the address once', () => {
  const of = { senderName: 'anna@example.org', senderEmail: 'anna@example.org' }
  expect(invitation('en', of).text).toContain('\nanna@example.org has requested your signature.')
})

test.each(languages)(
  'in %s a mail says that answers go to the sender, and keeps what was written',
  (lang) => {
    const { footer } = wordingIn(lang)
    const mail = repliesTo(
      invitation(lang, { message: footer }),
      { name: 'Anna <b>', email: 'anna@example.org' },
      lang,
    )
    expect(mail.text.split(footer)).toHaveLength(2)
    expect(mail.text).toContain('Anna <b> (anna@example.org)')
    expect(mail.html).toContain('Anna &lt;b&gt; (anna@example.org)')
  },
)

test.each(languages)('in %s a qualified signature is announced with its identity check', (lang) => {
  expect(invitation(lang, { qualified: true }).text).toMatch(/5 min/i)
  expect(invitation(lang, {}).text).not.toMatch(/5 min/i)
})

test('a message is a quote, line by line, and an empty one is left out', () => {
  const mail = invitation('en', { message: 'Dear Ben,\r\n\r\n<script>alert(1)</script>\nRegards' })
  expect(mail.html).toContain(
    'Dear Ben,<br><br>&lt;script&gt;alert(1)&lt;/script&gt;<br>Regards</blockquote>',
  )
  expect(mail.text).toContain('> Dear Ben,\n> \n> <script>alert(1)</script>\n> Regards')
  expect(invitation('en', { message: ' \n ' }).html).not.toContain('<blockquote')
})

test('a very long title is cut in the subject', () => {
  const { subject } = invitation('en', { title: '👋'.repeat(3000) })
  expect([...subject].length).toBeLessThan(160)
  expect(subject).toContain('…')
  expect(subject.isWellFormed()).toBe(true)
})

test('an email is a table of a fixed width in Outlook, with a button that is a cell', () => {
  const { html } = invitation('en', {})
  const [before = '', after = ''] = html.split('<table class="sheet"')
  expect(before).toMatch(/<!--\[if mso\]><table [^>]*width="560"[^>]*>/)
  expect(after).toMatch(/<td class="button" bgcolor="#1d3f8f"[^>]*><a /)
  expect(html.match(/<table/g)).toHaveLength(html.match(/<\/table>/g)?.length ?? 0)
})

test('nothing in a title becomes a link beside ours', () => {
  const given = 'Your account is locked: https://evil.example/a, www.evil.example or evil.example/b'
  const { text, html } = invitation('en', { title: given })
  for (const part of [text, html]) {
    expect(part).not.toMatch(/:\/\/evil|www\.evil|[^.]evil\.example\//)
    expect(part.replaceAll('\u200b', '')).toContain(given)
  }
})

test('a title with quotes stays as it is', () => {
  expect(invitation('en', { title: 'The "big" ‘one’' }).subject).toContain('The "big" ‘one’')
})

test.each(['javascript:alert(1)', 'https://a.test/"onclick="x', ''])('%j is no link', (wrong) => {
  expect(() => invitation('en', { link: wrong })).toThrow(/http/)
})

function invitation(lang: Language, changes: Partial<Parameters<typeof invitationMail>[0]>): RenderedMail {
  return invitationMail({ senderName: anna, title, documents, expiresAt: at, link, ...changes }, lang)
}

/** The words between the tags of the sheet, as a reader sees them. */
function wordsIn(html: string): string {
  const sheet = html.slice(html.indexOf('<main'))
  return sheet
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

test.each(languages)('nobody is greeted by an empty name (%s)', (lang) => {
  const mail = (recipientName: string | undefined) =>
    signedCopyMail(
      { ...(recipientName === undefined ? {} : { recipientName }), title, signers: [], link },
      lang,
    )
  expect(mail('')).toEqual(mail(undefined))
})

test.each(languages)('a group that is asked no more is told so without a way in, in %s', (lang) => {
  const input = { name: anna, group: 'Legal', title, at, how: 'delegated', link } as const
  const { text, html } = groupSettledMail(input, lang)
  for (const fact of [anna, 'Legal', title]) expect(text).toContain(fact)
  expect(text).not.toContain(link)
  expect(html).not.toContain('<a ')
})

test.each(languages)('in %s a code comes first, with what it is for, and leads nowhere', (lang) => {
  const mail = signingCodeMail({ code: '123456', title: '<b>Offer</b>', expiresAt: at }, lang)
  for (const shown of [mail.text, mail.html]) expect(shown).toContain('123456')
  // The lock screen of a phone shows the subject alone.
  expect(mail.subject).toMatch(/^123456 /)
  expect(mail.html.indexOf('123456</p>')).toBeLessThan(mail.html.indexOf('<p style'))
  expect(mail.text).toContain('<b>Offer</b>')
  expect(mail.html).not.toContain('<b>Offer')
  expect(mail.html).not.toContain('href=')
})

test.each([
  ['en', '1 of 3 has signed.', '2 of 3 have signed.', '1 of 3 had signed.'],
  ['de', '1 von 3 hat unterschrieben.', '2 von 3 haben unterschrieben.', '1 von 3 hatte unterschrieben.'],
  ['fr', '1 signature sur 3.', '2 signatures sur 3.', '1 signature sur 3 avait été obtenue.'],
  ['it', 'Ha firmato 1 su 3.', 'Hanno firmato 2 su 3.', 'Aveva firmato 1 su 3.'],
] as const)('a single signature is counted in the singular, in %s', (lang, one, two, expired) => {
  const signed = (signedCount: number) =>
    requestSignedMail({ signerName: anna, title, signedAt: at, signedCount, signerCount: 3, link }, lang)
  const reader = { role: 'sender', signedCount: 1, signerCount: 3 } as const
  expect(signed(1).text).toContain(one)
  expect(signed(2).text).toContain(two)
  expect(expiredMail({ title, expiredAt: at, link, reader }, lang).text).toContain(expired)
})

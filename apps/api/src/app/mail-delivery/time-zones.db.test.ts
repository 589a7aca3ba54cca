import { requestConfirmation, updateDirectUser, getDirectUser } from '@countersign/contract/accounts.ts'
import { inviteMembers } from '@countersign/contract/members.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import { previewInvitation } from '@countersign/contract/mail-delivery.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { login } from '@countersign/contract/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { credentialsOf } from '#api/testing/caller.ts'
import { lookInto, someEmail } from '#api/testing/request-actions.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'
import { aGroupRequest } from '#api/testing/signer-group.ts'

let api: TestApi
let kenji: Person
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
  kenji = await api.person({ firstName: 'Kenji', timeZone: 'Asia/Tokyo' })
  anna = await api.person({ firstName: 'Anna', timeZone: 'Europe/Lisbon' })
  ben = await api.person({ firstName: 'Ben', timeZone: 'America/New_York' })
})
afterAll(() => api?.stop())
const { asGuest } = lookInto(() => api)

/** As an English email names it, up to the name of the zone. */
const inZone = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at))
const names = {
  'Europe/Lisbon': /WES?T/,
  'Europe/Zurich': /CES?T/,
  'America/New_York': /GMT-[45] \(Eastern (Standard|Daylight) Time\)/,
  'Asia/Tokyo': /GMT\+9 \(Japan Standard Time\)/,
} as const
const zones = Object.keys(names) as (keyof typeof names)[]

/** In which of these zones the text names this time. */
const zoneOf = (text: string, at: string | null) =>
  zones.find((zone) => {
    const [, after = ''] = text.split(inZone(at ?? '', zone))
    return new RegExp(`^ (${names[zone].source})`).test(after)
  })

test('two people in two time zones get the same deadline each in their own, and a guest in the sender’s', async () => {
  const guest = someEmail()
  const request = await aSignatureRequest(api, {
    owner: kenji,
    signers: [{ email: anna.email }, { email: ben.email }, { email: guest }],
  })
  const deadline = request.expiration_date
  for (const [email, zone] of [
    [anna.email, 'Europe/Lisbon'],
    [ben.email, 'America/New_York'],
    [guest, 'Asia/Tokyo'],
  ] as const)
    expect(zoneOf((await api.inbox.next(email)).text, deadline)).toBe(zone)
  // The reminder goes by what the account has by then.
  await api.context.pool.query("UPDATE accounts SET time_zone = 'Asia/Tokyo' WHERE email = $1", [ben.email])
  await api.call(requests.remindSigners, { params: { id: request.id }, body: {} }, kenji.as)
  expect(zoneOf((await api.inbox.next(ben.email, /^Reminder/)).text, deadline)).toBe('Asia/Tokyo')
  await api.context.pool.query("UPDATE accounts SET time_zone = 'America/New_York' WHERE email = $1", [
    ben.email,
  ])
})

test('where no time zone is known, emails name Swiss time', async () => {
  const [nobody, guest] = [await api.person({ firstName: 'Nora' }), someEmail()]
  const request = await aSignatureRequest(api, { owner: nobody, signers: [{ email: guest }] })
  expect(zoneOf((await api.inbox.next(guest)).text, request.expiration_date)).toBe('Europe/Zurich')
})

test('a guest who opened their link gets reminders in their own time zone, and the person they delegate to doesn’t', async () => {
  const [guest, later] = [someEmail(), someEmail('later')]
  const request = await aSignatureRequest(api, { owner: kenji, signers: [{ email: guest }] })
  const deadline = request.expiration_date
  const params = { id: request.id }
  const link = await asGuest(guest)
  const opened = await api.call(getDirectUser, { query: { timeZone: 'Europe/Lisbon' } }, link)
  expect(opened.attributes.timeZone).toBe('Europe/Lisbon')
  await api.call(requests.remindSigners, { params, body: {} }, kenji.as)
  expect(zoneOf((await api.inbox.next(guest, /^Reminder/)).text, deadline)).toBe('Europe/Lisbon')
  await api.call(requests.delegateSignature, { params, body: { email: later } }, link)
  const delegated = await api.inbox.next(later)
  expect(zoneOf(delegated.text, deadline)).toBe('Asia/Tokyo')
})

test('of a group each guest has the time zone of their own browser', async () => {
  const [one, other] = [someEmail('one'), someEmail('other')]
  const members = [{ email: one }, { email: other }]
  const { request } = await aGroupRequest(api, { owner: kenji, members })
  await api.call(getDirectUser, { query: { timeZone: 'Europe/Lisbon' } }, await asGuest(one))
  await api.call(getDirectUser, { query: { timeZone: 'America/New_York' } }, await asGuest(other))
  await api.call(requests.remindSigners, { params: { id: request.id }, body: {} }, kenji.as)
  const deadline = request.expiration_date
  expect(zoneOf((await api.inbox.next(one, /^Reminder/)).text, deadline)).toBe('Europe/Lisbon')
  expect(zoneOf((await api.inbox.next(other, /^Reminder/)).text, deadline)).toBe('America/New_York')
})

test('an observer without an account has the time zone of the newest link that they opened as a guest', async () => {
  const [guest, stranger] = [someEmail('guest'), someEmail('stranger')]
  for (const timeZone of ['America/New_York', 'Europe/Lisbon']) {
    const opened = await aSignatureRequest(api, { owner: anna, signers: [{ email: guest }] })
    const link = await asGuest(guest)
    await api.call(getDirectUser, { query: { timeZone } }, link)
    await api.call(requests.getDirectSignatureRequest, { params: { id: opened.id } }, link)
  }
  const { id } = await aSignatureRequest(api, { owner: kenji, signers: [{ email: ben.email }] })
  for (const email of [guest, stranger])
    await api.call(addObserver, { params: { id }, body: { email } }, kenji.as)
  await api.call(requests.withdrawSignatureRequest, { params: { id }, body: {} }, kenji.as)
  expect((await api.inbox.next(guest, /withdrawn/)).text).toMatch(names['Europe/Lisbon'])
  expect((await api.inbox.next(stranger, /withdrawn/)).text).toMatch(names['Asia/Tokyo'])
})

test('an unknown time zone doesn’t keep a guest from their link, and is refused by name where they set it', async () => {
  const guest = someEmail()
  await aSignatureRequest(api, { owner: kenji, signers: [{ email: guest }] })
  const link = await asGuest(guest)
  const opened = await api.call(getDirectUser, { query: { timeZone: 'Etc/Unknown' } }, link)
  expect(opened.attributes.timeZone).toBeNull()
  const set = (timeZone: string) => api.ask(updateDirectUser, { body: { attributes: { timeZone } } }, link)
  expect(await set('Mars/Olympus')).toMatchObject({
    error: { key: 'validation.failed', fields: [{ field: 'attributes.timeZone', code: 'unknown' }] },
  })
  expect(await set('Europe/Lisbon')).toMatchObject({ body: { attributes: { timeZone: 'Europe/Lisbon' } } })
})

test('the preview of an invitation names the sender’s time zone, whatever the signer’s is', async () => {
  const draft = await aDraft(api, { owner: kenji, signers: [{ email: anna.email }] })
  const params = { id: draft.id, sigId: draft.signatures[0]?.sid ?? '' }
  const { text } = await api.call(previewInvitation, { params }, kenji.as)
  expect(text).toMatch(names['Asia/Tokyo'])
})

test('the link of a sign-up expires at the time of the browser that asked for it', async () => {
  const email = someEmail('new')
  await api.call(requestConfirmation, { body: { email, timeZone: 'America/New_York' } })
  expect((await api.inbox.next(email)).text).toMatch(names['America/New_York'])
  const another = someEmail('new')
  await api.call(requestConfirmation, { body: { email: another, timeZone: 'Etc/Unknown' } })
  expect((await api.inbox.next(another)).text).toMatch(names['Europe/Zurich'])
})

test('a new sign-in is told in the account’s time zone, or in the browser’s where there is none yet', async () => {
  const nora = await api.person({ firstName: 'Nora' })
  const elsewhere = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  for (const [person, zone] of [
    [nora, 'Asia/Tokyo'],
    [anna, 'Europe/Lisbon'],
  ] as const) {
    const body = { ...credentialsOf(person), timeZone: 'Asia/Tokyo' }
    await api.call(login, { body }, undefined, elsewhere)
    expect((await api.inbox.next(person.email, /sign-in/)).text).toMatch(names[zone])
  }
})

test('an invitation to a business names the inviter’s time zone', async () => {
  const email = someEmail('colleague')
  const id = await aBusiness(api, { admins: [ben] })
  await api.call(inviteMembers, { params: { id }, body: { users: [{ email }], message: 'Welcome' } }, ben.as)
  expect((await api.inbox.next(email)).text).toMatch(names['America/New_York'])
})

import { domainToASCII } from 'node:url'
import {
  acceptInvitation,
  declineInvitation,
  inviteMembers,
  leaveBusiness,
  listInvitations,
} from '@countersign/contract/members.ts'
import { confirmUserEmail, getUser, updateUser } from '@countersign/contract/accounts.ts'
import { removeDomain } from '@countersign/contract/business-domains.ts'
import * as calls from '@countersign/contract/provisioning.ts'
import { login } from '@countersign/contract/sessions.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { listMembers } from '#api/business/businesses/repository.ts'
import { setSeatLimit } from '#api/business/members/set-seat-limit.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { aCompanyWithSignIn, signInAtCompany, takeCode } from '#api/testing/company/company-sign-in.ts'
import { aDomain } from '#api/testing/domains.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'

let api: TestApi
let ahead = 0
beforeAll(async () => {
  // The proxy in front says which network a call comes from.
  const environment = { TRUST_PROXY: '1' }
  api = await startTestApi({ environment, now: () => new Date(Date.now() + ahead) })
})
beforeEach(() => {
  ahead = 0
})
afterAll(() => api?.stop())

type Json = Record<string, unknown> & { readonly Resources?: Json[] }
const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})

/** Calls as an identity provider makes them. */
function providerOf(token: string | undefined) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api.url}/scim/v2${path}`, {
      method,
      headers: {
        accept: 'application/scim+json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type')
    if (text !== '') expect(type).toBe('application/scim+json; charset=utf-8')
    return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') as Json }
  }
}

const aToken = async ({ id, anna }: { id: string; anna: { as: string } }, days = 365) =>
  api.call(calls.createScimToken, { params: { id }, body: { name: 'Entra ID', days } }, anna.as)

async function aProvisionedCompany(given?: Parameters<typeof aCompanyWithSignIn>[1]) {
  const company = await aCompanyWithSignIn(api, given)
  const { token, details } = await aToken(company)
  return { ...company, token, tokenId: details.id, scim: providerOf(token) }
}

const emailsOf = async (id: string) => (await listMembers(api.context.db, id)).map(({ email }) => email)
const typesOf = async (id: string) => (await listBusinessEvents(api.context.db, id)).map(({ type }) => type)

/** As Microsoft Entra ID sends a new user. */
const entraUser = (userName: string) => ({
  schemas: [core, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName,
  active: true,
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Nora Frei', familyName: 'Frei', givenName: 'Nora' },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
})

type Scim = ReturnType<typeof providerOf>
const setActive = (scim: Scim, path: string, active: boolean) =>
  scim('PATCH', path, patchOf({ op: 'replace', path: 'active', value: active }))
const addTo = (scim: Scim, group: string, user: string) =>
  scim('PATCH', group, patchOf({ op: 'add', path: 'members', value: [{ value: user }] }))
const removeFrom = (scim: Scim, group: string, user: string) =>
  scim('PATCH', group, patchOf({ op: 'remove', path: `members[value eq "${user}"]` }))
/** As a provider adds someone: gives the path of the user. */
const added = async (scim: Scim, email: string, more: object = {}) =>
  `/Users/${String((await scim('POST', '/Users', { ...entraUser(email), ...more })).body['id'])}`
const idIn = (path: string) => path.split('/').at(-1) ?? ''

/** As they are written with the call that causes them, whether they have arrived or not. */
const invitationsTo = async ({ email }: Person) =>
  (
    await api.context.pool.query("SELECT FROM mails WHERE recipient = $1 AND kind = 'business_invitation'", [
      email,
    ])
  ).rows

/** By the link in the newest email. */
async function accept({ email, as }: Person) {
  const link = (await api.inbox.next(email, /invite|join/i)).links.find((one) => one.includes('/invite/'))
  return api.call(acceptInvitation, { params: { inviteId: idIn(new URL(link ?? '').pathname) } }, as)
}

async function changeEmail({ as, password }: Person, email: string) {
  await api.call(updateUser, { body: { email, password } }, as)
  const { token } = confirmationIn(await api.inbox.next(email, /new email/))
  await api.call(confirmUserEmail, { body: { token } }, as)
}

async function signedInAgain(person: Person): Promise<Person> {
  const { email, password } = person
  const { token } = await api.call(login, { body: { email, password } })
  return { ...person, as: `Bearer ${token}` }
}

const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const roleOf = async (id: string, email: string) =>
  (await listMembers(api.context.db, id)).find((one) => one.email === email)?.role
const idOf = async (scim: Scim, email: string) => {
  const found = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)
  return String(found.body.Resources?.[0]?.['id'])
}
async function aGroup() {
  const company = await aProvisionedCompany()
  const created = await company.scim('POST', '/Groups', {
    schemas: [groupSchema],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Signing admins',
    members: [],
  })
  expect(created).toMatchObject({
    status: 201,
    body: { schemas: [groupSchema], displayName: 'Signing admins', members: [] },
  })
  const groupId = String(created.body['id'])
  const map = (role: 'admin' | 'member') =>
    api.ask(
      calls.mapProvisionedGroup,
      { params: { id: company.id, groupId }, body: { role } },
      company.anna.as,
    )
  const benId = await idOf(company.scim, company.ben.email)
  return { ...company, groupId, path: `/Groups/${groupId}`, map, benId }
}

describe('users', () => {
  test('a new person becomes a member with an account that company sign-in opens', async () => {
    const { id, domain, scim } = await aProvisionedCompany()
    const email = `nora@${domain}`
    expect((await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`)).body).toEqual(
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    )
    const created = await scim('POST', '/Users', entraUser(email))
    expect(created).toMatchObject({
      status: 201,
      body: {
        schemas: [core],
        externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
        userName: email,
        name: { givenName: 'Nora', familyName: 'Frei', formatted: 'Nora Frei' },
        emails: [{ value: email, type: 'work', primary: true }],
        active: true,
        meta: { resourceType: 'User', location: `${api.url}/scim/v2/Users/${String(created.body['id'])}` },
      },
    })
    expect(created.headers.get('location')).toBe((created.body['meta'] as Json)['location'])
    expect(await emailsOf(id)).toContain(email)
    const { code } = await signInAtCompany(api, email)
    const { session } = await takeCode(api, code)
    expect((await api.call(getUser, {}, `Bearer ${session?.token}`)).firstName).toBe('Nora')
    expect(await scim('POST', '/Users', entraUser(email.toUpperCase()))).toMatchObject({
      status: 409,
      body: { status: '409', scimType: 'uniqueness' },
    })
    expect(await typesOf(id)).toEqual(expect.arrayContaining(['scim_token_created', 'member_added']))
  })

  test('members who were there are found, by user name in any case and by external id', async () => {
    const { ben, scim } = await aProvisionedCompany()
    const by = async (filter: string) =>
      (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body
    const found = await by(`userName Eq "${ben.email.toUpperCase()}"`)
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ userName: ben.email, active: true }] })
    const id = String(found.Resources?.[0]?.['id'])
    await scim('PATCH', `/Users/${id}`, patchOf({ op: 'Add', path: 'externalId', value: 'employee "7"' }))
    expect(await by('externalId eq "employee \\"7\\""')).toMatchObject({ totalResults: 1 })
    expect(await by('externalId eq "employee 8"')).toMatchObject({ totalResults: 0 })
  })

  test('people at a domain in letters of other alphabets are added, listed and deactivated', async () => {
    const { id, domain, ben, scim } = await aProvisionedCompany({ label: 'bücher' })
    const members = await scim('GET', '/Users')
    expect(members.body).toMatchObject({ totalResults: 2 })
    expect(await scim('POST', '/Users', entraUser(`nora@${domain}`))).toMatchObject({ status: 201 })
    const benId = await idOf(scim, ben.email)
    expect(await setActive(scim, `/Users/${benId}`, false)).toMatchObject({ body: { active: false } })
    expect(await emailsOf(id)).not.toContain(ben.email)
    expect(await emailsOf(id)).toContain(`nora@${domain}`)
  })

  test('a person is one user in whatever form their email is written', async () => {
    const { domain, scim } = await aProvisionedCompany({ label: 'bücher' })
    const forms = [`nora@${domainToASCII(domain)}`, `Nora@${domain.normalize('NFD')}`, `nora@${domain}`]
    const [first = '', ...others] = forms
    expect(await scim('POST', '/Users', entraUser(first))).toMatchObject({
      status: 201,
      body: { userName: `nora@${domain}` },
    })
    for (const form of others)
      expect(await scim('POST', '/Users', entraUser(form))).toMatchObject({ status: 409 })
    for (const form of forms) {
      const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${form}"`)}`)
      expect(body).toMatchObject({ totalResults: 1 })
    }
  })

  test('pages are counted from one', async () => {
    const { scim } = await aProvisionedCompany()
    const pageOf = async (query: string) => (await scim('GET', `/Users?${query}`)).body
    const [all, first, second, past, none] = [
      await pageOf(''),
      await pageOf('startIndex=1&count=1'),
      await pageOf('startIndex=2&count=1'),
      await pageOf('startIndex=9&count=5'),
      await pageOf('startIndex=0&count=0'),
    ]
    expect(all).toMatchObject({ totalResults: 2, itemsPerPage: 2, startIndex: 1 })
    expect([first.Resources?.[0]?.['id'], second.Resources?.[0]?.['id']]).toEqual(
      all.Resources?.map(({ id }) => id),
    )
    expect(past).toMatchObject({ totalResults: 2, itemsPerPage: 0, startIndex: 9 })
    expect(none).toMatchObject({ totalResults: 2, itemsPerPage: 0, startIndex: 1 })
  })

  test.each([
    ['Microsoft Entra ID', patchOf({ op: 'Replace', path: 'active', value: false })],
    ['Microsoft Entra ID, as text', patchOf({ op: 'Replace', path: 'active', value: 'False' })],
    ['Okta', patchOf({ op: 'replace', value: { active: false } })],
    ['a full path', patchOf({ op: 'replace', path: `${core}:active`, value: false })],
  ])('deactivated by %s, a member leaves and is signed out; activated, they are back', async (_who, body) => {
    const { id, ben, scim } = await aProvisionedCompany()
    const { body: list } = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${ben.email}"`)}`,
    )
    const path = `/Users/${String(list.Resources?.[0]?.['id'])}`
    expect(await scim('PATCH', path, body)).toMatchObject({ status: 200, body: { active: false } })
    expect(await emailsOf(id)).not.toContain(ben.email)
    expect(await keyOf(api.ask(getUser, {}, ben.as))).toBe('auth.required')
    await api.inbox.next(ben.email, /removed|no longer/i)
    expect((await scim('GET', path)).body['active']).toBe(false)
    const again = await scim('PATCH', path, patchOf({ op: 'Replace', path: 'active', value: 'True' }))
    expect(again).toMatchObject({ status: 200, body: { active: true } })
    expect(await emailsOf(id)).toContain(ben.email)
  })

  test.each([
    [
      'under the URN of its schema',
      'PATCH',
      patchOf({ op: 'replace', value: { [core]: { active: false } } }),
    ],
    ['at the URN of its schema', 'PATCH', patchOf({ op: 'replace', path: core, value: { active: false } })],
    ['with a path that is null', 'PATCH', patchOf({ op: 'replace', path: null, value: { active: false } })],
    ['with another case of its name', 'PUT', { Active: false }],
  ])('a deactivation that is written %s ends the membership', async (_, method, body) => {
    const { scim, id, domain } = await aProvisionedCompany()
    const email = `nora@${domain}`
    const nora = await added(scim, email)
    expect(await emailsOf(id)).toContain(email)
    const { active: _active, ...user } = entraUser(email)
    const reply = await scim(method, nora, method === 'PUT' ? { ...user, ...body } : body)
    expect(reply).toMatchObject({ status: 200, body: { active: false } })
    expect(await emailsOf(id)).not.toContain(email)
  })

  test('a message that is nested thousands deep is refused as wrong, and changes nothing', async () => {
    const { scim, id, ben } = await aProvisionedCompany()
    const path = `/Users/${await idOf(scim, ben.email)}`
    const depth = 15_000
    const value = `${`{"${core}":`.repeat(depth)}{"active":false}${'}'.repeat(depth)}`
    const body = JSON.stringify(patchOf({ op: 'replace', value: '' })).replace('""', value)
    expect(await scim('PATCH', path, body)).toMatchObject({ status: 400, body: { scimType: 'invalidPath' } })
    expect(await emailsOf(id)).toContain(ben.email)
  })

  test('a user is added with attributes that are null, as if they were left out, and names in any case', async () => {
    const { scim, domain } = await aProvisionedCompany()
    const body = { schemas: [core], UserName: `nora@${domain}`, name: null, active: null, externalId: null }
    expect(await scim('POST', '/Users', body)).toMatchObject({ status: 201, body: { active: true } })
    const given = {
      schemas: [core],
      userName: `otto@${domain}`,
      Name: { GivenName: 'Otto', familyName: null },
    }
    expect(await scim('POST', '/Users', given)).toMatchObject({
      status: 201,
      body: { name: { givenName: 'Otto', familyName: '' } },
    })
    const unknown = patchOf({
      op: 'replace',
      path: 'urn:ietf:params:scim:schemas:core:2.0:Device:active',
      value: false,
    })
    const paul = await added(scim, `paul@${domain}`)
    expect(await scim('PATCH', paul, unknown)).toMatchObject({ status: 400 })
  })

  test('a provider can’t name a new account so that emails would show a link in its name', async () => {
    const { scim, domain } = await aProvisionedCompany()
    const email = `nora@${domain}`
    const name = { givenName: 'https://bank.example/pay', familyName: 'Frei\u202E' }
    expect(await scim('POST', '/Users', { ...entraUser(email), name })).toMatchObject({ status: 201 })
    const { code } = await signInAtCompany(api, email)
    const { session } = await takeCode(api, code)
    expect(await api.call(getUser, {}, `Bearer ${session?.token}`)).toMatchObject({
      firstName: '',
      lastName: 'Frei',
    })
  })

  test('PUT as Okta sends it replaces, DELETE ends the membership and the resource', async () => {
    const { id, domain, scim } = await aProvisionedCompany()
    const email = `otto@${domain}`
    const { body: created } = await scim('POST', '/Users', { schemas: [core], userName: email, active: true })
    const path = `/Users/${String(created['id'])}`
    const put = { ...created, externalId: '00u1', active: false, groups: [], displayName: 'Otto' }
    expect(await scim('PUT', path, put)).toMatchObject({
      status: 200,
      body: { externalId: '00u1', active: false },
    })
    const { externalId: _gone, ...without } = put
    const replaced = await scim('PUT', path, { ...without, active: true })
    expect(replaced.body).not.toHaveProperty('externalId')
    expect(replaced.body['active']).toBe(true)
    for (const userName of [`x@${domain}`, 'no address'])
      expect(await scim('PUT', path, { ...put, active: true, userName })).toMatchObject({
        status: 400,
        body: { scimType: 'mutability' },
      })
    expect(await emailsOf(id)).toContain(email)
    expect((await scim('DELETE', path)).status).toBe(204)
    expect(await scim('GET', path)).toMatchObject({ status: 404, body: { status: '404' } })
    expect(await scim('DELETE', path)).toMatchObject({ status: 404 })
    expect(await emailsOf(id)).not.toContain(email)
  })

  test('a time zone is kept and returned, and is the account’s as long as the person has set no other', async () => {
    const { id, domain, scim } = await aProvisionedCompany()
    const email = `nora@${domain}`
    const created = await scim('POST', '/Users', { ...entraUser(email), timezone: 'Asia/Tokyo' })
    expect(created).toMatchObject({ status: 201, body: { timezone: 'Asia/Tokyo' } })
    const nora = `/Users/${String(created.body['id'])}`
    const { code } = await signInAtCompany(api, email)
    const { session } = await takeCode(api, code)
    const as = `Bearer ${session?.token}`
    const ofAccount = async () => (await api.call(getUser, {}, as)).attributes.timeZone
    const change = (value: unknown, op = 'replace') =>
      scim('PATCH', nora, patchOf({ op, path: `${core}:timezone`, value }))
    expect(await ofAccount()).toBe('Asia/Tokyo')
    expect(await change('Europe/Vienna')).toMatchObject({ body: { timezone: 'Europe/Vienna' } })
    expect(await ofAccount()).toBe('Europe/Vienna')

    await api.call(updateUser, { body: { attributes: { timeZone: 'America/New_York' } } }, as)
    const body = { ...entraUser(email), timeZone: 'Europe/Zurich' }
    expect(await scim('PUT', nora, body)).toMatchObject({ status: 200, body: { timezone: 'Europe/Zurich' } })
    expect((await scim('GET', nora)).body['timezone']).toBe('Europe/Zurich')
    for (const reply of [await change('Mars/Olympus'), await change('+02:00'), await change(7)])
      expect(reply).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue', detail: expect.stringContaining('timezone') },
      })
    const unknown = { ...entraUser(`otto@${domain}`), timezone: 'Mars/Olympus' }
    expect((await scim('POST', '/Users', unknown)).status).toBe(400)
    expect(await emailsOf(id)).not.toContain(`otto@${domain}`)
    expect((await scim('GET', nora)).body['timezone']).toBe('Europe/Zurich')
    expect((await change(undefined, 'remove')).body).not.toHaveProperty('timezone')
    expect(await ofAccount()).toBe('America/New_York')

    // A deactivation isn't refused for an unknown time zone.
    await change('Europe/Zurich')
    expect(await scim('PUT', nora, { ...unknown, userName: email, active: false })).toMatchObject({
      status: 200,
      body: { active: false, timezone: 'Europe/Zurich' },
    })
    expect(await emailsOf(id)).not.toContain(email)
  })

  test('an invited person has the time zone that the provider names once they have joined', async () => {
    const { domain, scim } = await aProvisionedCompany()
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    const path = await added(scim, carla.email, { timezone: 'Asia/Tokyo' })
    expect((await scim('GET', path)).body).toMatchObject({ active: true, timezone: 'Asia/Tokyo' })
    const ofAccount = async () => (await api.call(getUser, {}, carla.as)).attributes.timeZone
    expect(await ofAccount()).toBeNull()
    await accept(carla)
    expect(await ofAccount()).toBe('Asia/Tokyo')
  })

  test('attributes that are not stored are passed over, and a change of unknown ones is refused', async () => {
    const { ben, domain, scim } = await aProvisionedCompany()
    const whole = { ...entraUser(`paul@${domain}`), title: 'Dr', nonsense: 1 }
    expect(await scim('POST', '/Users', whole)).toMatchObject({ status: 201 })
    const { body: list } = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${ben.email}"`)}`,
    )
    const path = `/Users/${String(list.Resources?.[0]?.['id'])}`
    const change = (...operations: object[]) => scim('PATCH', path, patchOf(...operations))
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
    for (const operation of [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'b@x.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Other' },
      { op: 'Add', path: enterprise, value: 'Sales' },
      {
        op: 'replace',
        value: { displayName: 'B', 'name.givenName': 'B', userName: ben.email.toUpperCase() },
      },
    ])
      expect(await change(operation)).toMatchObject({ status: 200, body: { name: { givenName: 'Ben' } } })
    for (const [operation, scimType] of [
      [{ op: 'replace', path: 'nonsense', value: 1 }, 'invalidPath'],
      [{ op: 'replace', path: 'a b[', value: 1 }, 'invalidPath'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'move', path: 'active' }, 'invalidSyntax'],
      [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
      [{ op: 'replace', path: 'userName', value: 'x@y.example' }, 'mutability'],
      [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ] as const)
      expect(await change(operation)).toMatchObject({ status: 400, body: { status: '400', scimType } })
    expect(await scim('PATCH', path, { Operations: [] })).toMatchObject({
      body: { scimType: 'invalidSyntax' },
    })
    expect(await scim('POST', '/Users', '{')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidSyntax' },
    })
    expect(await scim('GET', '/Users?filter=title%20co%20%22a%22')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    })
  })

  test.each(['\0', '\uD800'])(
    'a text with the character %j, which no database stores, is refused',
    async (character) => {
      const { domain, scim } = await aProvisionedCompany()
      const externalId = `a${character}b`
      expect(await scim('POST', '/Users', { ...entraUser(`nora@${domain}`), externalId })).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      })
      for (const [path, attribute] of [
        ['/Users', 'userName'],
        ['/Users', 'externalId'],
        ['/Groups', 'displayName'],
      ] as const) {
        const filter = encodeURIComponent(`${attribute} eq ${JSON.stringify(externalId)}`)
        expect(await scim('GET', `${path}?filter=${filter}`)).toMatchObject({
          status: 400,
          body: { scimType: 'invalidFilter' },
        })
      }
    },
  )

  test('a version that has changed is not overwritten', async () => {
    const { ben, scim } = await aProvisionedCompany()
    const { body: list } = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${ben.email}"`)}`,
    )
    const path = `/Users/${String(list.Resources?.[0]?.['id'])}`
    const etag = (await scim('GET', path)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    expect((await scim('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    const body = patchOf({ op: 'replace', path: 'externalId', value: '1' })
    expect((await scim('PATCH', path, body, { 'if-match': etag })).status).toBe(200)
    expect((await scim('PATCH', path, body, { 'if-match': etag })).status).toBe(412)
    expect((await scim('DELETE', path, undefined, { 'if-match': etag })).status).toBe(412)
  })

  test('the service says what it can, and no more', async () => {
    const { scim } = await aProvisionedCompany()
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    expect((await scim('GET', '/ResourceTypes')).body.Resources).toMatchObject([
      { id: 'User', endpoint: '/Users', schema: core },
      { id: 'Group', endpoint: '/Groups' },
    ])
    expect((await scim('GET', `/Schemas/${core}`)).body).toMatchObject({ id: core, name: 'User' })
    for (const path of ['/Bulk', '/Me', '/Schemas/none', '/nothing'])
      expect((await scim('GET', path)).body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '404',
      })
  })
})

describe('groups', () => {
  test('give no rights until an admin has chosen the role of their members', async () => {
    const { anna, ben, id, scim, path, map, benId } = await aGroup()
    await scim('PATCH', path, patchOf({ op: 'Add', path: 'members', value: [{ value: benId }] }))
    expect(await roleOf(id, ben.email)).toBe('member')
    expect((await api.call(calls.listProvisionedGroups, { params: { id } }, anna.as)).groups).toMatchObject([
      { name: 'Signing admins', role: 'member', members: 1 },
    ])
    expect(await map('admin')).toMatchObject({ ok: true })
    expect(await roleOf(id, ben.email)).toBe('admin')
    expect(await map('member')).toMatchObject({ ok: true })
    expect(await roleOf(id, ben.email)).toBe('member')
    // She was never in it.
    expect(await roleOf(id, anna.email)).toBe('admin')
    expect(await typesOf(id)).toEqual(
      expect.arrayContaining(['provisioned_group_mapped', 'made_admin', 'made_member']),
    )
  })

  test.each([
    ['Entra ID', (id: string) => ({ op: 'Remove', path: 'members', value: [{ value: id }] })],
    ['Okta', (id: string) => ({ op: 'remove', path: `members[value eq "${id}"]` })],
    ['a new list', () => ({ op: 'replace', path: 'members', value: [] })],
    ['all', () => ({ op: 'remove', path: 'members' })],
  ])(
    'who is added to a group of admins is one, and is none once removed as %s does',
    async (_who, removal) => {
      const { ben, id, scim, path, map, benId } = await aGroup()
      await map('admin')
      const added = await scim(
        'PATCH',
        path,
        patchOf({ op: 'add', path: 'members', value: [{ value: benId }] }),
      )
      expect(added.body['members']).toMatchObject([{ value: benId, type: 'User' }])
      expect(await roleOf(id, ben.email)).toBe('admin')
      expect((await scim('PATCH', path, patchOf(removal(benId)))).body['members']).toEqual([])
      expect(await roleOf(id, ben.email)).toBe('member')
    },
  )

  test('a person in a group of admins joins as one, and comes back as one', async () => {
    const { id, domain, scim, path, map } = await aGroup()
    await map('admin')
    const email = `nora@${domain}`
    const { body } = await scim('POST', '/Users', { schemas: [core], userName: email, active: false })
    const user = String(body['id'])
    await scim('PATCH', path, patchOf({ op: 'add', path: 'members', value: [{ value: user }] }))
    expect(await roleOf(id, email)).toBeUndefined()
    await scim('PATCH', `/Users/${user}`, patchOf({ op: 'replace', path: 'active', value: true }))
    expect(await roleOf(id, email)).toBe('admin')
  })

  test('are found, renamed, replaced and deleted', async () => {
    const { ben, id, scim, path, groupId, map, benId } = await aGroup()
    const by = async (query: string) => (await scim('GET', `/Groups?${query}`)).body
    const filter = (text: string) => `filter=${encodeURIComponent(text)}`
    const found = await by(`excludedAttributes=members&${filter('displayName eq "signing ADMINS"')}`)
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id: groupId }] })
    expect(found.Resources?.[0]).not.toHaveProperty('members')
    expect(await by(filter('externalId eq "none"'))).toMatchObject({ totalResults: 0 })
    expect(await scim('GET', `/Groups?${filter('members eq "x"')}`)).toMatchObject({
      body: { scimType: 'invalidFilter' },
    })
    const renamed = patchOf({ op: 'replace', value: { id: groupId, displayName: 'Admins' } })
    expect((await scim('PATCH', path, renamed)).body['displayName']).toBe('Admins')
    const group = {
      schemas: [groupSchema],
      displayName: 'Admins',
      members: [{ value: benId, display: 'Ben' }],
    }
    expect(await scim('POST', '/Groups', group)).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    await map('admin')
    expect((await scim('PUT', path, group)).body['members']).toHaveLength(1)
    expect(await roleOf(id, ben.email)).toBe('admin')
    const outdated = { 'if-match': 'W/"outdated"' }
    for (const [method, body] of [
      ['PUT', group],
      ['PATCH', renamed],
      ['DELETE', undefined],
    ] as const)
      expect((await scim(method, path, body, outdated)).status).toBe(412)
    expect((await scim('DELETE', path)).status).toBe(204)
    expect(await roleOf(id, ben.email)).toBe('member')
    expect((await scim('GET', path)).status).toBe(404)
  })

  test('without a name are refused by what is missing', async () => {
    const { scim } = await aProvisionedCompany()
    expect(await scim('POST', '/Groups', { schemas: [groupSchema], externalId: 'sales' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue', detail: 'displayName has 1 to 200 characters' },
    })
  })

  test('have names that differ in more than case, and are found by them in any language', async () => {
    const { scim } = await aProvisionedCompany()
    const create = (displayName: string) => scim('POST', '/Groups', { schemas: [groupSchema], displayName })
    const by = async (displayName: string) => {
      const filter = encodeURIComponent(`displayName eq "${displayName}"`)
      return (await scim('GET', `/Groups?filter=${filter}`)).body['totalResults']
    }
    expect((await create('Übersetzung Bern')).status).toBe(201)
    expect(await create('Übersetzung BERN')).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    expect([await by('Übersetzung Bern'), await by('Übersetzung bern'), await by('Bern')]).toEqual([1, 1, 0])
    const other = await create('Bern')
    const rename = patchOf({ op: 'replace', path: 'displayName', value: 'Übersetzung bern' })
    expect((await scim('PATCH', `/Groups/${String(other.body['id'])}`, rename)).status).toBe(409)
  })

  test('the last admin stays one, whatever group they leave', async () => {
    const { anna, id, scim, path, map } = await aGroup()
    const annaId = await idOf(scim, anna.email)
    await scim('PATCH', path, patchOf({ op: 'add', path: 'members', value: [{ value: annaId }] }))
    await map('admin')
    expect((await scim('DELETE', path)).status).toBe(403)
    const empty = patchOf({ op: 'replace', path: 'members', value: [] })
    expect((await scim('PATCH', path, empty)).status).toBe(403)
    expect(await map('member')).toMatchObject({ ok: false, error: { key: 'business.last_admin' } })
    expect(await roleOf(id, anna.email)).toBe('admin')
    expect((await scim('GET', path)).body['members']).toHaveLength(1)
  })

  test('the seats follow the roles: the admin who stays has one', async () => {
    const { anna, ben, id, scim, path, map, benId } = await aGroup()
    const annaId = await idOf(scim, anna.email)
    for (const user of [annaId, benId]) await addTo(scim, path, user)
    await map('admin')
    await setSeatLimit(api.context, id, 1, systemActor)
    const locked = async () =>
      (await listMembers(api.context.db, id)).filter(({ lockedAt }) => lockedAt).map(({ email }) => email)
    expect(await locked()).toEqual([ben.email])
    await removeFrom(scim, path, annaId)
    expect(await locked()).toEqual([anna.email])
  })

  test('are no more than 500 in a business', async () => {
    const { id, scim } = await aGroup()
    await api.context.pool.query(
      `INSERT INTO provisioned_groups (business_id, display_name, created_at, changed_at)
       SELECT $1, 'Group ' || n, now(), now() FROM generate_series(1, 498) n`,
      [id],
    )
    const create = async (displayName: string) =>
      (await scim('POST', '/Groups', { schemas: [groupSchema], displayName })).status
    expect([await create('The last one'), await create('One more')]).toEqual([201, 403])
  })

  test('an invited person joins with the role of their groups at that time', async () => {
    const { id, domain, scim, path: group, map } = await aGroup()
    await map('admin')
    const [carla, dora] = await Promise.all([
      api.person({ firstName: 'Carla', email: `carla@${domain}` }),
      api.person({ firstName: 'Dora', email: `dora@${domain}` }),
    ])
    const carlas = await added(scim, carla.email, { active: false })
    await addTo(scim, group, idIn(carlas))
    await setActive(scim, carlas, true)
    await removeFrom(scim, group, idIn(carlas))
    const doras = await added(scim, dora.email)
    await addTo(scim, group, idIn(doras))
    expect((await accept(carla)).role).toBe('member')
    expect((await accept(dora)).role).toBe('admin')
    expect([await roleOf(id, carla.email), await roleOf(id, dora.email)]).toEqual(['member', 'admin'])
    await removeFrom(scim, group, idIn(doras))
    expect(await roleOf(id, dora.email)).toBe('member')
  })

  test('the role of a group that an admin changes is that of its invited people, too', async () => {
    const { id, domain, scim, path: group, map } = await aGroup()
    await map('admin')
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    const path = await added(scim, carla.email, { active: false })
    await addTo(scim, group, idIn(path))
    await setActive(scim, path, true)
    await map('member')
    await accept(carla)
    expect(await roleOf(id, carla.email)).toBe('member')
  })

  test('a person in a group of admins whom an admin invited as a member joins as an admin', async () => {
    const { anna, id, domain, scim, path: group, map } = await aGroup()
    await map('admin')
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    await addTo(scim, group, idIn(await added(scim, carla.email, { active: false })))
    const body = { users: [{ email: carla.email, role: 'member' as const }] }
    await api.call(inviteMembers, { params: { id }, body }, anna.as)
    expect((await accept(carla)).role).toBe('admin')
    expect(await roleOf(id, carla.email)).toBe('admin')
  })

  test('a released domain’s people keep their role and their group, and the provider sees neither', async () => {
    const { anna, ben, id, domain, scim, path: group, map, benId } = await aGroup()
    await map('admin')
    const dora = await api.person({ firstName: 'Dora', email: `dora@${domain}` })
    await added(scim, dora.email)
    await accept(dora)
    const doraId = await idOf(scim, dora.email)
    await addTo(scim, group, benId)
    await api.call(removeDomain, { params: { id, domain } }, anna.as)
    expect((await scim('GET', group)).body['members']).toEqual([])
    expect(await addTo(scim, group, doraId)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    await scim('PATCH', group, patchOf({ op: 'replace', path: 'members', value: [] }))
    await removeFrom(scim, group, benId)
    expect([await roleOf(id, ben.email), await roleOf(id, dora.email)]).toEqual(['admin', 'member'])
    await aDomain(api, { id, domain, as: anna.as })
    expect((await scim('GET', group)).body['members']).toMatchObject([{ value: benId }])
    await api.call(removeDomain, { params: { id, domain } }, anna.as)
    expect((await scim('DELETE', group)).status).toBe(204)
    expect(await roleOf(id, ben.email)).toBe('admin')
  })

  test('are changed while one of their users is, and neither waits for what the other has', async () => {
    const { id, scim, path: group, benId } = await aGroup()
    const holder = new pg.Client(api.connection)
    await holder.connect()
    try {
      for (const [end, status] of [
        [() => setActive(scim, `/Users/${benId}`, false), 200],
        [() => scim('DELETE', `/Users/${benId}`), 204],
      ] as const) {
        await holder.query('BEGIN')
        await holder.query('SELECT FROM businesses WHERE id = $1 FOR NO KEY UPDATE', [id])
        const both = Promise.all([addTo(scim, group, benId), end()])
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%businesses%'`
        await expect
          .poll(async () => (await api.context.pool.query(waiting)).rowCount, {
            interval: 20,
          })
          .toBe(2)
        // As the group does once it has the business.
        await holder.query('SELECT FROM provisioned_users WHERE id = $1 FOR KEY SHARE NOWAIT', [benId])
        await holder.query('COMMIT')
        const [changed, ended] = await both
        expect(ended.status).toBe(status)
        // Of a user who is deleted first there is nobody to add.
        expect(changed.status === 200 || (status === 204 && changed.status === 400)).toBe(true)
      }
    } finally {
      await holder.end()
    }
  })

  test('have people of their own business alone, and are its own', async () => {
    const { scim, path, groupId, benId } = await aGroup()
    const other = await aGroup()
    const added = patchOf({ op: 'add', path: 'members', value: [{ value: benId }] })
    expect(await other.scim('PATCH', other.path, added)).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', added],
      ['PUT', { schemas: [groupSchema], displayName: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expect((await other.scim(method, path, body)).status).toBe(404)
    expect((await scim('GET', path)).body['displayName']).toBe('Signing admins')
    const at = { params: { id: other.id, groupId }, body: { role: 'admin' as const } }
    expect(await keyOf(api.ask(calls.mapProvisionedGroup, at, other.anna.as))).toBe('not_found')
    for (const [operation, scimType] of [
      [{ op: 'add', path: 'members', value: [{ value: 'x' }] }, 'invalidValue'],
      [{ op: 'replace', path: 'displayName', value: '' }, 'invalidValue'],
      [{ op: 'remove', path: 'displayName' }, 'mutability'],
      [{ op: 'replace', path: 'color', value: 'red' }, 'invalidPath'],
    ] as const)
      expect(await scim('PATCH', path, patchOf(operation))).toMatchObject({ body: { scimType } })
  })
})

describe('people who have an account', () => {
  test.each([
    ['deactivated', (scim: Scim, path: string) => setActive(scim, path, false), 200],
    ['deleted', (scim: Scim, path: string) => scim('DELETE', path), 204],
  ])('who accepted an invitation are out and signed out once %s', async (_how, end, status) => {
    const { id, domain, scim } = await aProvisionedCompany()
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    const path = await added(scim, carla.email)
    await accept(carla)
    expect((await end(scim, path)).status).toBe(status)
    expect(await emailsOf(id)).not.toContain(carla.email)
    expect(await keyOf(api.ask(getUser, {}, carla.as))).toBe('auth.required')
  })

  test('who accepted an invitation are active by their id, and not invited again', async () => {
    const { domain, scim } = await aProvisionedCompany()
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    const path = await added(scim, carla.email)
    await accept(carla)
    expect((await scim('GET', path)).body).toMatchObject({ active: true, name: { givenName: 'Carla' } })
    expect((await setActive(scim, path, true)).body['active']).toBe(true)
    expect(await invitationsTo(carla)).toHaveLength(1)
  })

  test.each(['left', 'was deactivated'])(
    'a former employee who %s and has another email keeps her account when her address is given to someone new',
    async (how) => {
      const { ben: nora, id, domain, scim, path: group, map } = await aGroup()
      await map('admin')
      const userId = await idOf(scim, nora.email)
      const path = `/Users/${userId}`
      await addTo(scim, group, userId)
      if (how === 'left') await api.call(leaveBusiness, { params: { id }, body: {} }, nora.as)
      else await setActive(scim, path, false)
      const self = await signedInAgain(nora)
      const privateEmail = `nora-${domain}@home.example`
      await changeEmail(self, privateEmail)
      await api.call(updateUser, { body: { firstName: 'Nora Privately' } }, self.as)
      expect((await scim('GET', path)).body).toMatchObject({ active: false, name: { givenName: 'Ben' } })
      expect((await scim('POST', '/Users', entraUser(nora.email))).status).toBe(409)
      expect(await setActive(scim, path, true)).toMatchObject({ status: 200, body: { active: true } })
      expect(await emailsOf(id)).toContain(nora.email)
      expect(await emailsOf(id)).not.toContain(privateEmail)
    },
  )

  test('who have declined an invitation are listed as such, also once the provider removes them', async () => {
    const { anna, id, domain, scim } = await aProvisionedCompany()
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    const path = await added(scim, carla.email)
    const states = async () =>
      (await api.call(listInvitations, { params: { id } }, anna.as)).invitedMembers.map((one) => one.state)
    const link = (await api.inbox.next(carla.email, /invite|join/i)).links.find((one) =>
      one.includes('/invite/'),
    )
    const inviteId = idIn(new URL(link ?? '').pathname)
    await api.call(declineInvitation, { params: { inviteId } }, carla.as)
    expect((await scim('DELETE', path)).status).toBe(204)
    expect(await states()).toEqual(['DECLINED'])
    expect(await typesOf(id)).not.toContain('invitation_revoked')
  })

  test('who left on their own are invited, and company sign-in doesn’t open their account', async () => {
    const { ben, id, scim } = await aProvisionedCompany()
    const path = `/Users/${await idOf(scim, ben.email)}`
    await api.call(leaveBusiness, { params: { id }, body: {} }, ben.as)
    expect(await setActive(scim, path, true)).toMatchObject({ status: 200, body: { active: true } })
    expect(await emailsOf(id)).not.toContain(ben.email)
    expect((await signInAtCompany(api, ben.email)).path).toBe('/login')
    await accept(ben)
    expect(await emailsOf(id)).toContain(ben.email)
  })

  test('who were deactivated, came back by themselves and left again are invited', async () => {
    const { anna, ben, id, scim } = await aProvisionedCompany()
    const path = `/Users/${await idOf(scim, ben.email)}`
    await setActive(scim, path, false)
    const body = { users: [{ email: ben.email, role: 'member' as const }] }
    await api.call(inviteMembers, { params: { id }, body }, anna.as)
    const self = await signedInAgain(ben)
    await accept(self)
    await api.call(leaveBusiness, { params: { id }, body: {} }, self.as)
    expect((await setActive(scim, path, true)).body['active']).toBe(true)
    expect(await emailsOf(id)).not.toContain(ben.email)
  })

  test('a member with a new email is the same user, whom the provider finds, renames and deactivates', async () => {
    const { ben, id, domain, scim } = await aProvisionedCompany()
    const path = `/Users/${await idOf(scim, ben.email)}`
    const email = `ben.new@${domain}`
    await changeEmail(ben, email)
    const renamed = patchOf({ op: 'replace', path: 'userName', value: email })
    expect(await scim('PATCH', path, renamed)).toMatchObject({ status: 200, body: { userName: email } })
    const put = { schemas: [core], userName: email, active: true }
    expect((await scim('PUT', path, put)).status).toBe(200)
    expect((await scim('POST', '/Users', entraUser(email))).status).toBe(409)
    expect((await scim('GET', '/Users')).body['totalResults']).toBe(2)
    expect(`/Users/${await idOf(scim, email)}`).toBe(path)
    expect(await invitationsTo({ ...ben, email })).toEqual([])
    expect((await setActive(scim, path, false)).body['active']).toBe(false)
    expect(await emailsOf(id)).not.toContain(email)
  })

  const putOf = (userName: string) => ({ schemas: [core], userName, externalId: '00u1', active: false })
  const name = (value: string) => ({ op: 'Replace', path: 'userName', value })
  const inactive = { op: 'Replace', path: 'active', value: 'False' }
  test.each<[string, string, (email: string) => object]>([
    ['PUT with the old user name', 'PUT', putOf],
    ['PUT with a user name of those who left', 'PUT', () => putOf('disabled_ben')],
    ['PATCH with the user name first', 'PATCH', (email) => patchOf(name(email), inactive)],
    ['PATCH with the user name last', 'PATCH', (email) => patchOf(inactive, name(`disabled_${email}`))],
    [
      'PATCH without paths',
      'PATCH',
      (userName) => patchOf({ op: 'replace', value: { userName, active: false } }),
    ],
  ])('a member with a new email is deactivated by %s, and keeps the new name', async (_, method, bodyOf) => {
    const { ben, id, domain, scim } = await aProvisionedCompany()
    const path = `/Users/${await idOf(scim, ben.email)}`
    const email = `ben.new@${domain}`
    await changeEmail(ben, email)
    const self = await signedInAgain({ ...ben, email })
    // A repeated call gets the same answer.
    for (let times = 0; times < 2; times += 1)
      expect(await scim(method, path, bodyOf(ben.email))).toMatchObject({
        status: 200,
        body: { active: false, userName: email },
      })
    expect(await emailsOf(id)).not.toContain(email)
    expect(await keyOf(api.ask(getUser, {}, self.as))).toBe('auth.required')
    const back = patchOf(name(ben.email), { ...inactive, value: 'True' })
    expect(await scim('PATCH', path, back)).toMatchObject({ status: 400, body: { scimType: 'mutability' } })
  })

  test('a member whose new email another user has is both, and either ends the membership', async () => {
    const { ben, id, domain, scim } = await aProvisionedCompany()
    const former = `/Users/${await idOf(scim, ben.email)}`
    const email = `ben.new@${domain}`
    const path = await added(scim, email, { active: false })
    await changeEmail(ben, email)
    for (const one of [former, path]) expect((await scim('GET', one)).body['active']).toBe(true)
    await changeEmail(ben, `ben.newest@${domain}`)
    expect((await scim('GET', '/Users')).body['totalResults']).toBe(3)
    expect((await setActive(scim, former, false)).status).toBe(200)
    expect(await emailsOf(id)).toHaveLength(1)
  })
})

describe('who and what is out of reach', () => {
  test('missing, unknown, revoked and expired tokens get one answer, as does a session', async () => {
    const { anna, id, token, tokenId, scim } = await aProvisionedCompany()
    expect((await scim('GET', '/Users')).status).toBe(200)
    const short = (await aToken({ id, anna }, 1)).token
    await api.call(calls.revokeScimToken, { params: { id, tokenId } }, anna.as)
    ahead = 25 * 3_600_000
    const answers = []
    for (const given of [undefined, 'unknown', token, short, anna.as.slice('Bearer '.length)]) {
      const { status, body, headers } = await providerOf(given)('GET', '/Users')
      answers.push([status, JSON.stringify(body), headers.get('www-authenticate')])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]?.[0]).toBe(401)
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes'])
      expect((await providerOf(undefined)('GET', path)).status).toBe(401)
  })

  test('the calls of a token are limited, and so are the invalid tokens of a network', async () => {
    const { tokenId, scim } = await aProvisionedCompany()
    const from = { 'x-forwarded-for': '2001:db8:5::1' }
    // As many in this minute as a process has admitted that counts beside this one.
    await api.context.pool.query(
      `INSERT INTO call_counts (key, window_started_at, calls)
       SELECT key, clock_timestamp(), $2 FROM unnest($1::text[]) AS key`,
      [[`api-user:scim:${tokenId}`, 'invalid-tokens:2001:db8:5:0::/64'], 1_000_000],
    )
    const statusOf = async (call: Scim) => (await call('GET', '/Users', undefined, from)).status
    await expect.poll(() => statusOf(scim)).toBe(429)
    await expect.poll(() => statusOf(providerOf('unknown'))).toBe(429)
    expect((await scim('GET', '/Users', undefined, from)).headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('a body is read only of a caller whose token is valid', async () => {
    const { scim } = await aProvisionedCompany()
    const tooLarge = 'x'.repeat(2 * 1024 * 1024)
    for (const body of ['{ not JSON', tooLarge])
      expect((await providerOf('unknown')('POST', '/Users', body)).status).toBe(401)
    expect((await scim('POST', '/Users', '{ not JSON')).status).toBe(400)
    expect((await scim('POST', '/Users', tooLarge)).status).toBe(413)
    expect((await providerOf('unknown')('GET', '/Nothing')).status).toBe(401)
    expect((await scim('GET', '/Nothing')).status).toBe(404)
  })

  test('a token is stored as a hash, shown once, and dated when it is used', async () => {
    const { anna, id, token, scim } = await aProvisionedCompany()
    await scim('GET', '/Users')
    const { url, tokens } = await api.call(calls.listScimTokens, { params: { id } }, anna.as)
    expect(url).toBe(`${api.url}/scim/v2`)
    expect(tokens).toMatchObject([{ name: 'Entra ID', ending: token.slice(-4) }])
    expect(tokens[0]?.lastUsedAt).not.toBeNull()
    expect(JSON.stringify(tokens)).not.toContain(token)
    const { rows } = await api.context.pool.query('SELECT * FROM scim_tokens')
    expect(JSON.stringify(rows)).not.toContain(token)
    for (let n = 1; n < 5; n += 1) await aToken({ id, anna })
    const body = { name: 'One more', days: 1 }
    expect(await keyOf(api.ask(calls.createScimToken, { params: { id }, body }, anna.as))).toBe(
      'business.too_many_scim_tokens',
    )
  })

  test('another business’s token sees and changes nothing here', async () => {
    const { ben, id, scim } = await aProvisionedCompany()
    const other = await aProvisionedCompany()
    const { body: list } = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${ben.email}"`)}`,
    )
    const path = `/Users/${String(list.Resources?.[0]?.['id'])}`
    const filtered = `/Users?filter=${encodeURIComponent(`userName eq "${ben.email}"`)}`
    expect((await other.scim('GET', filtered)).body['totalResults']).toBe(0)
    const missing = (await other.scim('GET', `/Users/${crypto.randomUUID()}`)).body
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { schemas: [core], userName: ben.email, active: false }],
      ['PATCH', patchOf({ op: 'replace', path: 'active', value: false })],
      ['DELETE', undefined],
    ] as const)
      expect(await other.scim(method, path, body)).toMatchObject({ status: 404, body: missing })
    expect(await emailsOf(id)).toContain(ben.email)
  })

  test('an address outside the verified domains is refused, and a released domain’s people are out of reach', async () => {
    const { anna, id, domain, ben, scim } = await aProvisionedCompany()
    for (const email of ['x@elsewhere.example', `x@sub.${domain}`, 'no address'])
      expect(await scim('POST', '/Users', entraUser(email))).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      })
    const { body: list } = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${ben.email}"`)}`,
    )
    const path = `/Users/${String(list.Resources?.[0]?.['id'])}`
    await api.call(removeDomain, { params: { id, domain } }, anna.as)
    expect((await scim('DELETE', path)).status).toBe(404)
    expect((await scim('GET', '/Users')).body['totalResults']).toBe(0)
    expect(await emailsOf(id)).toContain(ben.email)
  })

  test('the account of someone else’s, or of nobody’s, is invited and not taken', async () => {
    const { id, domain, scim } = await aProvisionedCompany()
    const [carla, dora] = await Promise.all([
      api.person({ firstName: 'Carla', email: `carla@${domain}` }),
      api.person({ firstName: 'Dora', email: `dora@${domain}` }),
    ])
    await aBusiness(api, { name: 'Dora AG', admins: [dora] })
    const answers = []
    for (const { email } of [carla, dora]) {
      const { status, body } = await scim('POST', '/Users', entraUser(email))
      answers.push([status, body['active']])
    }
    expect(answers).toEqual([
      [201, true],
      [201, true],
    ])
    const members = await emailsOf(id)
    expect([members.includes(carla.email), members.includes(dora.email)]).toEqual([false, false])
    // Signing in at the business's provider still doesn't open Carla's account.
    expect((await signInAtCompany(api, carla.email)).path).toBe('/login')
    await accept(carla)
    expect(await emailsOf(id)).toContain(carla.email)
  })

  test('an account is invited five times a day, and no more often', async () => {
    const { domain, scim } = await aProvisionedCompany()
    const carla = await api.person({ firstName: 'Carla', email: `carla@${domain}` })
    const path = `/Users/${String((await scim('POST', '/Users', entraUser(carla.email))).body['id'])}`
    const setActive = (active: boolean) =>
      scim('PATCH', path, patchOf({ op: 'replace', path: 'active', value: active }))
    for (let invited = 1; invited < 5; invited += 1) {
      await setActive(false)
      expect(await setActive(true)).toMatchObject({ status: 200, body: { active: true } })
    }
    await setActive(false)
    const refused = await setActive(true)
    expect(refused).toMatchObject({ status: 429, body: { status: '429' } })
    // When the first of the five is a day old.
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(86_000)
    expect(wait).toBeLessThanOrEqual(86_400)
    expect((await scim('GET', path)).body['active']).toBe(false)
  })

  test('the last admin is not removed, and nobody is added beyond the seats', async () => {
    const { anna, id, domain, scim } = await aProvisionedCompany()
    const { body: list } = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${anna.email}"`)}`,
    )
    const path = `/Users/${String(list.Resources?.[0]?.['id'])}`
    for (const [method, body] of [
      ['PATCH', patchOf({ op: 'replace', path: 'active', value: false })],
      ['DELETE', undefined],
    ] as const)
      expect(await scim(method, path, body)).toMatchObject({ status: 403, body: { status: '403' } })
    expect(await emailsOf(id)).toContain(anna.email)
    await setSeatLimit(api.context, id, 2, systemActor)
    expect(await scim('POST', '/Users', entraUser(`third@${domain}`))).toMatchObject({ status: 403 })
    expect(await emailsOf(id)).not.toContain(`third@${domain}`)
    const { rows } = await api.context.pool.query('SELECT FROM accounts WHERE email = $1', [
      `third@${domain}`,
    ])
    expect(rows).toEqual([])
  })
})

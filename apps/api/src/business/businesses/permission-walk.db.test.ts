import * as apiUsers from '@countersign/contract/api-users.ts'
import * as domains from '@countersign/contract/business-domains.ts'
import * as people from '@countersign/contract/members.ts'
import * as businesses from '@countersign/contract/businesses.ts'
import type { Endpoint } from '@countersign/contract/endpoint.ts'
import { endpoints } from '@countersign/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness, aSeal } from '#api/testing/business.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

// Every call about a business, made by everybody who could try: those of the business, those of another, and strangers. Who
// may is written down here by hand; a call that is missing fails the test.

interface Row {
  /** `admins` of the business alone, its `members` too, or `others`: by a rule of its own, which its own tests show. */
  readonly may: 'admins' | 'members' | 'others'
  readonly body?: object
}
const admins: Row = { may: 'admins' }
const members: Row = { may: 'members' }
const choice = { plan: 'team', cycle: 'month', amountSeats: 2, currency: 'CHF' }
const nobodyAtAll = { user_ids: ['00000000-0000-4000-8000-000000000000'] }
const table: Record<string, Row> = {
  getBusiness: members,
  getBusinessSettings: members,
  listBusinessAdmins: members,
  listBusinessMembers: members,
  listSharingApiUsers: members,
  getSeal: members,
  getSealImage: members,
  leaveBusiness: { may: 'others', body: {} },
  joinBusiness: { may: 'others' },
  getPublicInformation: { may: 'others' },
  getDirectPublicInformation: { may: 'others' },
  getLogo: { may: 'others' },
  updateBusiness: { may: 'admins', body: { phone: null } },
  deleteBusiness: { may: 'admins', body: { name: 'Another name' } },
  revokeBusinessDeletion: admins,
  updateBusinessSettings: { may: 'admins', body: { settings: {} } },
  listSettingsChanges: admins,
  getCustomExtras: admins,
  setLogo: { may: 'admins', body: { image: 'AAAA' } },
  deleteLogo: admins,
  inviteMembers: { may: 'admins', body: { users: [{ email: 'new@example.org' }] } },
  createSetupIntent: { may: 'admins', body: { country: 'CH' } },
  upgradeBusiness: { may: 'admins', body: choice },
  previewUpgrade: { may: 'admins', body: choice },
  previewSeats: { may: 'admins', body: { seats: 2 } },
  changeSeats: { may: 'admins', body: { seats: 2, timestamp: '2026-01-01T00:00:00Z' } },
  validatePromo: { may: 'admins', body: { promoCode: 'NONE', plan: 'team', cycle: 'month', type: 'promo' } },
  getReferralCode: admins,
  cancelTrial: admins,
  updateBilling: { may: 'admins', body: {} },
  createPortalSession: admins,
  getCustomerPortal: admins,
  changeBase: { may: 'admins', body: { next: { type: 'CANCELED' } } },
  syncBusinessBilling: admins,
  listInvoices: admins,
  acceptFairFlat: { may: 'admins', body: { accept: true } },
  answerSurvey: { may: 'admins', body: { about: 'trial' } },
  getUsage: admins,
  listInvitations: admins,
  revokeInvitation: admins,
  resendInvitation: admins,
  changeToAdmins: { may: 'admins', body: nobodyAtAll },
  changeToMembers: { may: 'admins', body: nobodyAtAll },
  previewRemoval: { may: 'admins', body: nobodyAtAll },
  removeMembers: { may: 'admins', body: nobodyAtAll },
  listDomains: admins,
  addDomain: { may: 'admins', body: { domain: 'lindenhof.example' } },
  checkDomain: admins,
  updateDomain: { may: 'admins', body: { join: true } },
  removeDomain: admins,
  getIdentityProvider: admins,
  setIdentityProvider: {
    may: 'admins',
    body: { issuer: 'https://login.example', clientId: 'countersign', clientSecret: 'secret' },
  },
  testIdentityProvider: admins,
  requireIdentityProvider: { may: 'admins', body: { required: true } },
  removeIdentityProvider: admins,
  listScimTokens: admins,
  createScimToken: { may: 'admins', body: { name: 'Entra ID', days: 365 } },
  revokeScimToken: admins,
  listProvisionedGroups: admins,
  mapProvisionedGroup: { may: 'admins', body: { role: 'admin' } },
  getAesForBusiness: admins,
  askForAesForBusiness: {
    may: 'admins',
    body: {
      representativeName: 'Anna Muster',
      representativeEmail: 'anna@example.org',
      commercialRegister: 'CHE-1',
      domains: ['nowhere.example'],
    },
  },
  endAesForBusiness: admins,
  listApiUsers: admins,
  createApiUser: { may: 'admins', body: { description: 'ERP', scopes: ['members'] } },
  updateApiUser: { may: 'admins', body: { description: 'ERP' } },
  resetApiUser: admins,
  listApiRequests: admins,
  listCallbacks: admins,
  getCallback: admins,
  redeliverCallback: admins,
  testCallback: { may: 'admins', body: { url: 'https://nowhere.example/signed' } },
  getCallbackSecret: admins,
  showCallbackSecret: admins,
  rotateCallbackSecret: admins,
  getEmbedding: admins,
  updateEmbedding: { may: 'admins', body: { origins: [] } },
  deleteApiUser: admins,
  listAdministration: admins,
  exportAdministration: admins,
  listAccountActivities: admins,
  listSignatureActivities: admins,
  listIdentificationActivities: admins,
  exportSignatureActivities: admins,
  exportIdentificationActivities: admins,
  getStatistics: admins,
  listSeals: admins,
  updateSeal: { may: 'admins', body: { label: 'Another' } },
  addSealMembers: { may: 'admins', body: { members: ['nobody'] } },
  removeSealMembers: { may: 'admins', body: { members: ['nobody'] } },
  setSealImage: { may: 'admins', body: { image: 'AAAA' } },
  deleteSealImage: admins,
}
const about = endpoints.filter(({ path }) => path.includes('/businesses/{id}'))

/** What a business has that calls name. */
interface Belongings {
  readonly id: string
  readonly sealId: string
  readonly inviteId: string
  readonly username: string
  readonly domain: string
  readonly member: Person
}

let api: TestApi
let ours: Belongings
let theirs: Belongings
const as: Record<string, string | undefined> = {}
beforeAll(async () => {
  api = await startTestApi({ billing: 'chargebee' })
  const names = ['Anna', 'Ben', 'Lena', 'Rita', 'Otto', 'Olga', 'Dora']
  const all = await Promise.all(names.map((firstName) => api.person({ firstName })))
  const [anna, ben, lena, rita, otto, olga, dora] = all as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ]
  ours = await aCompany('lindenhof', anna, [ben, lena, rita])
  theirs = await aCompany('ottensheim', otto, [olga])
  const [locked, removed] = await idsOf([lena, rita])
  await api.context.pool.query('UPDATE business_members SET locked_at = now() WHERE account_id = $1', [
    locked,
  ])
  await api.context.pool.query('DELETE FROM business_members WHERE account_id = $1', [removed])
  await aSignatureRequest(api, { owner: ben, signers: [{ email: 'carla@example.org' }] })
  const guest = guestOf(linkIn(await api.inbox.next('carla@example.org'))).as
  Object.assign(as, {
    admin: anna.as,
    member: ben.as,
    'locked member': lena.as,
    'former member': rita.as,
    'admin of another': otto.as,
    'member of another': olga.as,
    'somebody without a business': dora.as,
    guest,
    nobody: undefined,
  })
})
afterAll(() => api?.stop())

async function aCompany(name: string, admin: Person, others: readonly Person[]): Promise<Belongings> {
  const id = await aBusiness(api, { name: `${name} AG`, admins: [admin], members: others })
  await aSeal(api, id, { name })
  const params = { id }
  const users = [{ email: `invited@${name}.example` }]
  const { invitedMembers } = await api.call(people.inviteMembers, { params, body: { users } }, admin.as)
  const described = { description: name, scopes: ['members' as const] }
  const { username } = await api.call(apiUsers.createApiUser, { params, body: described }, admin.as)
  const { domain } = await api.call(
    domains.addDomain,
    { params, body: { domain: `${name}.example` } },
    admin.as,
  )
  const [member] = others
  if (!member) throw new Error('a member is needed')
  return { id, sealId: name, inviteId: invitedMembers[0]?.id ?? '', username, domain, member }
}

async function idsOf(persons: readonly Person[]): Promise<string[]> {
  const { rows } = await api.context.pool.query<{ id: string; email: string }>(
    'SELECT id, email FROM accounts WHERE email = ANY($1)',
    [persons.map(({ email }) => email)],
  )
  const found = new Map(rows.map(({ id, email }) => [email, id]))
  return persons.map(({ email }) => found.get(email) ?? '')
}

async function answerOf(endpoint: Endpoint, role: string, params: object): Promise<string> {
  const { body } = table[endpoint.name] ?? {}
  const reply = await api.ask(
    endpoint,
    {
      params: {
        hash: '0'.repeat(64),
        callbackId: crypto.randomUUID(),
        tokenId: crypto.randomUUID(),
        groupId: crypto.randomUUID(),
        ...params,
      },
      body,
    } as never,
    as[role],
  )
  return reply.ok ? 'in' : `${reply.status} ${reply.error.key}`
}

test('the table knows every call about a business', () => {
  const known = Object.keys(table)
  expect(about.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
})

/** How each is refused; `null` is let in, whatever comes of it. */
function expected({ may }: Row): Record<string, string | null> {
  return {
    admin: null,
    member: may === 'members' ? null : '403 business.not_allowed',
    'locked member': '403 business.member_locked',
    'former member': '404 not_found',
    'admin of another': '404 not_found',
    'member of another': '404 not_found',
    'somebody without a business': '404 not_found',
    guest: '401 auth.required',
    nobody: '401 auth.required',
  }
}

const walked = about.filter(({ name }) => table[name]?.may !== 'others')
test.each(walked.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s: who may, and how the others are refused',
  async (name, endpoint) => {
    const row = table[name]
    if (!row) throw new Error(`${name} is not in the table`)
    const answers: Record<string, string | null> = {}
    const rule = expected(row)
    // The admin comes last, for what is named may be gone then.
    for (const role of Object.keys(rule).toReversed()) {
      const answer = await answerOf(endpoint, role, ours)
      const isLetIn = rule[role] === null && !/^40[13]/.test(answer)
      answers[role] = isLetIn ? null : answer
    }
    expect(answers).toEqual(rule)
  },
)

test('what belongs to another business is not there, under one’s own address either', async () => {
  const named = about.filter(
    ({ name, path }) => table[name]?.may !== 'others' && /\{(sealId|inviteId|username|domain)\}/.test(path),
  )
  const answers = await Promise.all(
    named.map(async (endpoint) => [
      endpoint.name,
      await answerOf(endpoint, 'admin', { ...theirs, id: ours.id }),
    ]),
  )
  expect(answers).toEqual(named.map(({ name }) => [name, '404 not_found']))
})

test('nobody of another business is changed or taken over', async () => {
  const user_ids = await idsOf([theirs.member])
  const params = { id: ours.id }
  const before = await api.call(
    businesses.listBusinessMembers,
    { params: { id: theirs.id } },
    as['admin of another'],
  )
  for (const endpoint of about.filter(({ name }) => table[name]?.body === nobodyAtAll)) {
    const input = { params, body: { user_ids } } as never
    expect([endpoint.name, (await api.ask(endpoint, input, as.admin)).ok]).toEqual([endpoint.name, false])
  }
  expect(
    await api.call(businesses.listBusinessMembers, { params: { id: theirs.id } }, as['admin of another']),
  ).toEqual(before)
})

test('nothing that is read of a business says a word of another', async () => {
  const [strangerId] = await idsOf([theirs.member])
  const words = [
    theirs.id,
    theirs.inviteId,
    theirs.username,
    theirs.domain,
    'ottensheim',
    theirs.member.email,
    strangerId,
  ]
  const read = about.filter(
    ({ name, method, path }) => method === 'GET' && table[name]?.may !== 'others' && !/\{(?!id)/.test(path),
  )
  expect(read.length).toBeGreaterThan(5)
  for (const { name, path } of read) {
    const response = await fetch(`${api.url}${path.replace('{id}', ours.id)}`, {
      headers: { authorization: as.admin ?? '' },
    })
    const text = await response.text()
    expect([name, words.filter((word) => word && text.includes(word))]).toEqual([name, []])
  }
})

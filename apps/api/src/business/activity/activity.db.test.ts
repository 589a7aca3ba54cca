import { readFileSync } from 'node:fs'
import { deleteUser, updateUser } from '@countersign/contract/accounts.ts'
import * as calls from '@countersign/contract/activity.ts'
import { leaveBusiness } from '@countersign/contract/members.ts'
import { identificationCalls } from '@countersign/contract/identifications.ts'
import { sign } from '@countersign/contract/signing.ts'
import { deleteSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { listBusinessEvents } from '#api/business/businesses/event-repository.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBusiness } from '#api/testing/business.ts'
import { endIdentification } from '#api/testing/identification/pages.ts'
import { aPayingBusiness, aPersonWithMobile } from '#api/testing/billing/payer.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { rollUpActivities } from './roll-up-activities.ts'
import { forgetActivities } from './forget-activities.ts'

const { direct, user } = identificationCalls

let api: TestApi
let anna: Person
let ben: Person
let dora: Person
let id: string
beforeAll(async () => {
  api = await startTestApi()
  const people = await Promise.all(['Anna', 'Ben', 'Dora'].map((firstName) => api.person({ firstName })))
  ;[anna, ben, dora] = people as [Person, Person, Person]
  id = await aBusiness(api, { admins: [anna], members: [ben] })
})
afterAll(() => api?.stop())

const params = () => ({ id })

async function signed(owner: Person, signers: readonly Person[], title: string): Promise<string> {
  const request = await aSignatureRequest(api, {
    owner,
    title,
    signers: signers.map(({ email }) => ({ email })),
  })
  for (const signer of signers) {
    const body = { signatureRequests: [{ signatureRequestId: request.id }] }
    const answer = await api.call(sign, { body }, signer.as)
    expect(answer.signatures.map(({ status }) => status)).toEqual(['SIGNED'])
  }
  return request.id
}

const signatures = (query: Record<string, string> = {}) =>
  api.call(calls.listSignatureActivities, { params: params(), query }, anna.as)

test('signatures on requests of its people, and only those, before and after they are added up', async () => {
  const lease = await signed(ben, [dora, anna], 'Lease of the boat shed')
  await signed(dora, [ben], 'Her own affair')
  const expected = [
    { action: 'SIGNED', title: 'Lease of the boat shed', signer: { email: anna.email, type: 'member' } },
    {
      action: 'SIGNED',
      title: 'Lease of the boat shed',
      signature_request_id: lease,
      initiator: { name: `Ben ${ben.lastName}`, email: ben.email },
      signer: { email: dora.email, first_name: 'Dora', type: 'external' },
      quality: 'SES',
    },
  ]
  for (const added of [false, true]) {
    if (added) await rollUpActivities(api.context)
    const all = await signatures()
    expect(all).toMatchObject({ items: expected, total_items: 2, total_pages: 1 })
    const upwards = await signatures({ sort: 'timestamp' })
    expect(upwards.items).toEqual(all.items.toReversed())
    const today = new Date().toISOString().slice(0, 10)
    expect((await signatures({ start_date: today, end_date: today, quality: 'SES' })).total_items).toBe(2)
    expect((await signatures({ end_date: '2001-01-01' })).total_items).toBe(0)
    expect((await signatures({ action: 'SEALED' })).items).toEqual([])
    expect((await signatures({ initiator: all.items[0]?.initiator.id ?? '' })).total_items).toBe(2)
    const figures = await api.call(calls.getStatistics, { params: params(), query: {} }, anna.as)
    expect(figures).toMatchObject({
      step: 'day',
      requests: { completed: 1, open: 0 },
      time_to_complete: { completed: 1 },
      by_member: [{ name: `Ben ${ben.lastName}`, sent: 1, signed: 2 }],
      members: { total: 2, admins: 1, locked: 0 },
    })
    expect(figures.signatures).toHaveLength(30)
    expect(figures.signatures.at(-1)).toEqual({ from: today, total: 2, by_quality: { SES: 2 } })
  }
})

test('of a request that is gone for good its title is gone too', async () => {
  const request = await signed(ben, [ben], 'Secret plan')
  await api.call(deleteSignatureRequest, { params: { id: request } }, ben.as)
  const { items } = await signatures()
  expect(items.find((one) => one.signature_request_id === request)).toMatchObject({ title: null })
})

test('what was done for the business stays when someone leaves, and what they do then is their own', async () => {
  const [admin, leaver] = await Promise.all(['Ada', 'Leo'].map((firstName) => api.person({ firstName })))
  if (!admin || !leaver) throw new Error('nobody came')
  const left = await aBusiness(api, { name: 'Left AG', admins: [admin], members: [leaver] })
  await signed(leaver, [leaver], 'While there')
  await api.call(leaveBusiness, { params: { id: left }, body: {} }, leaver.as)
  await signed(leaver, [leaver], 'Afterwards')
  const list = (call: typeof calls.listSignatureActivities | typeof calls.listAccountActivities) =>
    api.call(call as typeof calls.listAccountActivities, { params: { id: left }, query: {} }, admin.as)
  expect((await list(calls.listSignatureActivities)).items).toMatchObject([{ title: 'While there' }])
  expect((await list(calls.listAccountActivities)).items[0]).toMatchObject({
    action: 'LEFT',
    account: { email: leaver.email },
    initiator: { email: leaver.email },
  })
  // Elsewhere they are called something else: that is not told here.
  const elsewhere = `elsewhere-${leaver.email}`
  await api.context.pool.query(
    "UPDATE accounts SET email = $2, first_name = 'Leonora', last_name = 'Elsewhere' WHERE email = $1",
    [leaver.email, elsewhere],
  )
  const path = `/v2/businesses/${left}/activities/signatures/export?group_by=member`
  const byMember = await fileOf(path, admin.as)
  expect(byMember).toContain(`"${leaver.email}","1","0"`)
  expect(byMember).not.toMatch(/elsewhere/i)
  const { by_member } = await api.call(calls.getStatistics, { params: { id: left }, query: {} }, admin.as)
  expect(by_member).toMatchObject([{ name: `Leo ${leaver.lastName}`, sent: 1, signed: 1 }])
})

test('who came is read from the acts of administration', async () => {
  const { items, total_items } = await api.call(
    calls.listAccountActivities,
    { params: params(), query: {} },
    anna.as,
  )
  expect(total_items).toBe(2)
  expect(items.map(({ action, account, initiator }) => [action, account.email, initiator])).toEqual(
    expect.arrayContaining([
      ['JOINED', anna.email, null],
      ['JOINED', ben.email, null],
    ]),
  )
})

/** Text of a file, without its byte order mark, which fetch takes away. */
async function fileOf(path: string, as: string): Promise<string> {
  const response = await fetch(`${api.url}${path}`, { headers: { authorization: as } })
  expect(response.headers.get('content-type')).toContain('text/csv')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  return bytes.toString('utf8').slice(1)
}

test('identifications of its people, and of those they ask, until the account is deleted', async () => {
  const paula = await aPersonWithMobile(api, { firstName: 'Paula' })
  const mia = await aPersonWithMobile(api, { firstName: 'Mia', lastName: 'Keller' })
  const payer = await aPayingBusiness(api, paula, [mia])
  const list = (query: Record<string, string> = {}) =>
    api.call(calls.listIdentificationActivities, { params: { id: payer }, query }, paula.as)
  const own = await api.call(user.zertes.video.create, { body: {} }, mia.as)
  await endIdentification(own.identUrl ?? '', 'aborted')
  const signers = [{ email: 'carla@example.net', firstName: 'Carla', lastName: 'Conti' }]
  await aSignatureRequest(api, { owner: mia, quality: 'QES', legislation: 'EIDAS', signers })
  const guest = guestOf(linkIn(await api.inbox.next('carla@example.net'))).as
  const asked = await api.call(direct.eidas.video.create, { body: { mobile: '+41791234567' } }, guest)
  await endIdentification(asked.identUrl ?? '', 'success')
  const carla = {
    person: { name: 'Carla Conti', email: 'carla@example.net', type: 'external' },
    legislation: 'EIDAS',
  }
  const ofMia = { person: { name: 'Mia Keller', email: mia.email, type: 'member' }, legislation: 'ZERTES' }
  await expect
    .poll(async () => (await list({ sort: 'timestamp' })).items)
    .toMatchObject([
      { action: 'STARTED', ...ofMia, method: 'video', covered: true },
      { action: 'FAILED', ...ofMia },
      { action: 'STARTED', ...carla },
      { action: 'SUCCEEDED', ...carla, covered: true },
    ])
  expect(await list({ legislation: 'EIDAS', action: 'SUCCEEDED' })).toMatchObject({ total_items: 1 })
  expect(await list({ search: 'carla' })).toMatchObject({ total_items: 2 })
  const file = `/v2/businesses/${payer}/activities/identifications/export?group_by=member`
  expect(await fileOf(file, paula.as)).toContain(`"Mia Keller","${mia.email}","1","0","1"`)
  // She marries between two of them: one line, by the newer name.
  await api.call(updateUser, { body: { lastName: 'Zeller' } }, mia.as)
  await api.call(user.zertes.video.create, { body: {} }, mia.as)
  const byPerson = await fileOf(file, paula.as)
  expect(byPerson).toContain(`"Mia Zeller","${mia.email}","2","0","1"`)
  expect(byPerson).not.toContain('Keller')
  await api.call(deleteUser, { body: { password: mia.password } }, mia.as)
  expect((await list({ legislation: 'ZERTES' })).items).toMatchObject([
    { person: { name: '', email: null } },
    { person: { name: '', email: null } },
    { person: { name: '', email: null } },
  ])
})

test('an installation that had all this before finds it there', async () => {
  const file = new URL('../../platform/db/migrations/0030-activity.sql', import.meta.url)
  // The column has another name since.
  const migration = readFileSync(file, 'utf8').replace(/\bweight\b/g, 'dimension')
  const what = async () => {
    const lists = [
      await signatures(),
      await api.call(calls.listAccountActivities, { params: params(), query: {} }, anna.as),
    ]
    const figures = await api.call(calls.getStatistics, { params: params(), query: {} }, anna.as)
    const items = lists.flatMap((list) => list.items as { id: string; title?: string | null }[])
    // Of a request that is gone nobody knows any longer that it was signed.
    return { items: items.filter(({ title }) => title !== null).map((one) => ({ ...one, id: '' })), figures }
  }
  const { items, figures } = await what()
  await api.context.pool.query(
    'DELETE FROM activities; DELETE FROM activity_changes; DELETE FROM activity_tallies',
  )
  await api.context.pool.query(migration.slice(migration.indexOf('-- What there is already')))
  const again = await what()
  expect(again.items).toEqual(expect.arrayContaining(items))
  expect(again.items).toHaveLength(items.length)
  expect(again.figures.requests.completed).toBe(figures.requests.completed - 1)
  expect(again.figures.by_member[0]).toMatchObject({ id: figures.by_member[0]?.id })
})

test('a file of them is no program, and that it was taken is written down', async () => {
  await signed(ben, [dora], '=HYPERLINK("http://evil.example", "Lease")')
  const path = `/v2/businesses/${id}/activities/signatures/export`
  const lines = (await fileOf(path, anna.as)).split('\r\n')
  expect(lines[0]).toMatch(/^"timestamp","action","title",/)
  expect(lines.find((line) => line.includes('HYPERLINK'))).toContain(
    `"'=HYPERLINK(""http://evil.example"", ""Lease"")"`,
  )
  const { total_items } = await signatures()
  expect(lines.slice(1, -1)).toHaveLength(total_items)
  const today = new Date().toISOString().slice(0, 10)
  const grouped = (by: string) => fileOf(`${path}?group_by=${by}`, anna.as)
  expect(await grouped('day')).toBe(`"day","signed","sealed"\r\n"${today}","${total_items}","0"\r\n`)
  expect(await grouped('month')).toContain(`"${today.slice(0, 7)}","${total_items}","0"`)
  expect(await grouped('quality')).toContain(`"SES","${total_items}","0"`)
  expect(await grouped('member')).toContain(`"Ben ${ben.lastName}","${ben.email}","${total_items}","0"`)
  const events = await listBusinessEvents(api.context.db, id)
  expect(events.at(-1)).toMatchObject({
    type: 'activity_exported',
    actor: { email: anna.email },
    data: { kind: 'signature', groupedBy: 'member' },
  })
  expect(await fileOf(`/v2/businesses/${id}/activities/identifications/export`, anna.as)).toMatch(
    /^"timestamp",[^\r]*\r\n$/,
  )
})

test('a business of many activities has pages far back, totals while they are added up, searches, and a file of all', async () => {
  const eve = await api.person({ firstName: 'Eve' })
  const large = await aBusiness(api, { name: 'Large AG', admins: [eve] })
  // Four days, uneven; one in forty of another quality, three with a rare word.
  await api.context.pool.query(
    `INSERT INTO activities (business_id, kind, at, action, dimension, initiator_id, initiator_name, person_name, person_email, request_id, title)
     SELECT $1, 'signature', timestamptz '2026-03-04T12:00:00Z' - make_interval(secs => n * 40), 'SIGNED',
       CASE WHEN n % 40 = 0 THEN 'QES' ELSE 'SES' END, gen_random_uuid(), 'Eve', 'Signer', 'signer' || n || '@example.org',
       gen_random_uuid(), CASE WHEN n IN (5, 4500, 5999) THEN 'zeppelin' ELSE 'Contract ' || n END
     FROM generate_series(1, 6000) n`,
    [large],
  )
  const list = (query: Record<string, string>) =>
    api.call(calls.listSignatureActivities, { params: { id: large }, query }, eve.as)
  for (const added of [false, true]) {
    if (added) await Promise.all([rollUpActivities(api.context), rollUpActivities(api.context)])
    expect(await list({ page: '1' })).toMatchObject({ total_items: 6000, total_is_capped: false })
    const titles = async (query: Record<string, string>) => (await list(query)).items.map((one) => one.title)
    expect((await titles({ page: '160' })).slice(0, 2)).toEqual(['Contract 3976', 'Contract 3977'])
    expect((await titles({ page: '2', sort: 'timestamp' })).at(0)).toBe('Contract 5975')
    expect((await list({ page: '241' })).items).toEqual([])
    expect(await titles({ quality: 'QES', page: '6' })).toEqual(
      Array.from({ length: 25 }, (_, index) => `Contract ${5040 + index * 40}`),
    )
    expect(
      (await list({ quality: 'QES', start_date: '2026-03-02', end_date: '2026-03-03' })).total_items,
    ).toBe(108)
  }
  const rare = await list({ search: 'ZEPPELIN' })
  expect(rare).toMatchObject({ total_items: 3, total_is_capped: false })
  expect(rare.items.map((one) => one.signer.email)).toEqual(
    [5, 4500, 5999].map((n) => `signer${n}@example.org`),
  )
  expect((await list({ search: 'zeppelin', end_date: '2026-03-02' })).total_items).toBe(2)
  expect(await list({ search: 'contract' })).toMatchObject({ total_items: 200, total_is_capped: true })
  expect(await list({ search: '100%' })).toMatchObject({ total_items: 0, total_is_capped: false })
  expect(await list({ search: 'z' })).toMatchObject({ total_items: 1, total_is_capped: true })
  const lines = (await fileOf(`/v2/businesses/${large}/activities/signatures/export`, eve.as)).split('\r\n')
  expect(lines.slice(1, -1)).toHaveLength(6000)
  expect(new Set(lines).size).toBe(6002)
  expect((await signatures({ search: 'zeppelin' })).items).toEqual([])
  // With the business they go.
  await api.context.pool.query('UPDATE businesses SET deleted_at = now() WHERE id = $1', [large])
  await forgetActivities(api.context)
  const { rows } = await api.context.pool.query(
    `SELECT business_id FROM activities UNION SELECT business_id FROM activity_tallies UNION SELECT business_id FROM activity_changes`,
  )
  expect(rows).toContainEqual({ business_id: id })
  expect(rows).not.toContainEqual({ business_id: large })
})

test('an activity is found by its own letters, in any case and however they are written', async () => {
  const titles = ['İstanbul ΟΡΟΣ', 'Kündigung'.normalize('NFD')]
  for (const title of titles) await signed(ben, [ben], title)
  const found = async (search: string) => (await signatures({ search })).items.map(({ title }) => title)
  expect(await found('İSTANBUL ΟΡΟΣ')).toEqual(['İstanbul ΟΡΟΣ'])
  expect(await found('KÜNDIGUNG')).toEqual(['Kündigung'.normalize('NFC')])
})

test('wrong days are refused by name', async () => {
  const query = { start_date: '2026-02-01', end_date: '2026-01-01' }
  expect(await api.ask(calls.listSignatureActivities, { params: params(), query }, anna.as)).toMatchObject({
    status: 400,
    error: { key: 'validation.failed', fields: [{ field: 'end_date' }] },
  })
})

test('days outside the years that are kept are refused by name, and no export of them is recorded', async () => {
  const before = (await listBusinessEvents(api.context.db, id)).length
  const wrong: [string, Record<string, string>][] = [
    ['statistics', { end_date: '9999-12-31' }],
    ['statistics', { start_date: '9990-01-01', end_date: '9999-12-31' }],
    ['statistics', { start_date: '0000-01-01', end_date: '0000-01-02' }],
    ['activities/signatures', { end_date: '9999-12-31', search: 'x' }],
    ['activities/signatures', { start_date: '0000-01-01' }],
    ['activities/signatures', { end_date: '9999-12-31T23:59:59-01:00' }],
    ['activities/signatures/export', { end_date: '9999-12-31' }],
    ['activities/signatures/export', { start_date: '0000-01-01', group_by: 'day' }],
    ['administration', { end_date: '9999-12-31' }],
  ]
  for (const [path, query] of wrong) {
    const address = `${api.url}/v2/businesses/${id}/${path}?${String(new URLSearchParams(query))}`
    const answer = await fetch(address, { headers: { authorization: anna.as } })
    const field = 'start_date' in query && query['start_date'].startsWith('0') ? 'start_date' : 'end_date'
    expect([path, query, answer.status, await answer.json()]).toEqual([
      path,
      query,
      400,
      expect.objectContaining({
        key: 'validation.failed',
        fields: expect.arrayContaining([expect.objectContaining({ field, code: 'year_out_of_range' })]),
      }),
    ])
  }
  expect(await listBusinessEvents(api.context.db, id)).toHaveLength(before)
  // The last day there is.
  const query = { start_date: '9998-12-01', end_date: '9998-12-31' }
  const { signatures: columns } = await api.call(calls.getStatistics, { params: params(), query }, anna.as)
  expect(columns).toHaveLength(31)
})

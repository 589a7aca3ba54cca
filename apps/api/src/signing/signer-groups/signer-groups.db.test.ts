import { deleteUser, getUser } from '@countersign/contract/accounts.ts'
import type { InputOf } from '@countersign/contract/endpoint.ts'
import * as calls from '@countersign/contract/signer-groups.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'

let api: TestApi
let ben: Person
let dora: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  dora = await api.person({ firstName: 'Dora' })
})
afterAll(() => api?.stop())

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `member${index}@example.org` }))
const board = { name: 'Board', members: [{ email: ' Anna@Example.org', name: 'Anna Keller' }, ...people(1)] }
const keep = (body: InputOf<typeof calls.createSignerGroup>['body'] = board, as = ben.as) =>
  api.call(calls.createSignerGroup, { body }, as)

test('A group is kept, read with and without its members, changed and deleted.', async () => {
  const made = await keep()
  expect(made).toMatchObject({
    name: 'Board',
    version: 1,
    member_count: 2,
    members: [
      { email: 'anna@example.org', name: 'Anna Keller' },
      { email: 'member0@example.org', name: null },
    ],
  })
  const params = { id: made.id }
  const bare = await api.call(calls.getSignerGroup, { params }, ben.as)
  expect(bare).toMatchObject({ id: made.id, member_count: 2 })
  expect(bare).not.toHaveProperty('members')
  const whole = await api.call(calls.getSignerGroup, { params, query: { includeMembers: 'true' } }, ben.as)
  expect(whole).toEqual(made)

  const members = [{ email: 'carla@example.org' }]
  const changed = await api.call(calls.updateSignerGroup, { params, body: { members, version: 1 } }, ben.as)
  expect(changed).toMatchObject({ name: 'Board', version: 2, members: [{ email: 'carla@example.org' }] })
  expect(changed.version_id).not.toBe(made.version_id)
  const user = await api.call(getUser, {}, ben.as)
  expect(user.groupInfo).toEqual({ groups: [made.id], groupVersions: { [made.id]: 2 } })

  await api.call(calls.deleteSignerGroup, { params }, ben.as)
  expect(await api.ask(calls.getSignerGroup, { params }, ben.as)).toMatchObject({ status: 404 })
  expect(await api.ask(calls.deleteSignerGroup, { params }, ben.as)).toMatchObject({ status: 404 })
})

test('A version, once made, stays as it is; what changes nothing makes none.', async () => {
  const made = await keep()
  const params = { id: made.id }
  const reversed = board.members.toReversed()
  const same = await api.call(
    calls.updateSignerGroup,
    { params, body: { name: 'Board', members: reversed, version: 1 } },
    ben.as,
  )
  expect(same).toMatchObject({ version: 1, version_id: made.version_id })
  await api.call(calls.updateSignerGroup, { params, body: { name: 'Council', version: 1 } }, ben.as)
  const { rows } = await api.context.pool.query<{ id: string; name: string; members: unknown[] }>(
    'SELECT id, name, members FROM signer_group_versions WHERE group_id = $1 ORDER BY number',
    [made.id],
  )
  expect(rows.map(({ name, members }) => [name, members.length])).toEqual([
    ['Board', 2],
    ['Council', 2],
  ])
  expect(rows[0]?.id).toBe(made.version_id)
})

test('Of two changes of the same version one counts, and the other is told.', async () => {
  const { id } = await keep()
  const change = (name: string) =>
    api.ask(calls.updateSignerGroup, { params: { id }, body: { name, version: 1 } }, ben.as)
  const replies = await Promise.all([change('One'), change('Two'), change('Three')])
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
  for (const reply of replies)
    if (!reply.ok) expect(reply).toMatchObject({ status: 409, error: { key: 'group.changed' } })
})

test("Others' groups look as if they were not there.", async () => {
  const { id } = await keep()
  const params = { id }
  const replies = [
    await api.ask(calls.getSignerGroup, { params }, dora.as),
    await api.ask(calls.updateSignerGroup, { params, body: { name: 'Mine', version: 1 } }, dora.as),
    await api.ask(calls.deleteSignerGroup, { params }, dora.as),
  ]
  for (const reply of replies) expect(reply).toMatchObject({ status: 404, error: { key: 'not_found' } })
  expect(await api.call(calls.listSignerGroups, {}, dora.as)).toMatchObject({ items: [], total_items: 0 })
  expect(await api.call(calls.getSignerGroup, { params }, ben.as)).toMatchObject({ name: 'Board' })
})

test('Wrong input is named.', async () => {
  const refused = async (body: object) => {
    const reply = await api.ask(calls.createSignerGroup, { body } as never, ben.as)
    return reply.ok ? [] : reply.error.fields?.map(({ field }) => field)
  }
  expect(await refused({ name: ' ', members: people(1) })).toEqual(['name'])
  expect(await refused({ name: 'Board', members: [] })).toEqual(['members'])
  expect(await refused({ name: 'Board', members: [{ email: 'nobody' }] })).toEqual(['members.0.email'])
  expect(await refused({ name: 'Board', members: [...people(2), ...people(1)] })).toEqual(['members.2.email'])
})

test('There is a limit to the groups, also when many are made at once, and to their members.', async () => {
  const eva = await api.person({ firstName: 'Eva' })
  const { limits } = await api.call(calls.listSignerGroups, {}, eva.as)
  expect(limits).toEqual({ maxGroups: 20, maxParticipants: 50 })
  const make = (index: number) =>
    api.ask(calls.createSignerGroup, { body: { name: `Group ${index}`, members: people(1) } }, eva.as)
  const replies = await Promise.all(Array.from({ length: limits.maxGroups + 3 }, (_, index) => make(index)))
  expect(replies.filter(({ ok }) => ok)).toHaveLength(limits.maxGroups)
  const refused = replies.find(({ ok }) => !ok)
  expect(refused).toMatchObject({
    status: 409,
    error: { key: 'group.too_many', type: '/problem/limit-exceeded' },
  })
  const body = { name: 'Crowd', members: people(limits.maxParticipants + 1) }
  expect(await api.ask(calls.createSignerGroup, { body }, ben.as)).toMatchObject({
    status: 409,
    error: { key: 'group.too_many_members', type: '/problem/limit-exceeded' },
  })
})

test('The list is searched, sorted and cut into pages.', async () => {
  const fritz = await api.person({ firstName: 'Fritz' })
  for (const name of ['berne', 'Zurich', 'Aarau', '100 % Basel'])
    await keep({ name, members: people(1) }, fritz.as)
  const names = async (query: InputOf<typeof calls.listSignerGroups>['query']) => {
    const { items, total_items } = await api.call(calls.listSignerGroups, { query }, fritz.as)
    return [...items.map(({ name }) => name), total_items]
  }
  expect(await names({})).toEqual(['100 % Basel', 'Aarau', 'berne', 'Zurich', 4])
  expect(await names({ sort: 'desc' })).toEqual(['Zurich', 'berne', 'Aarau', '100 % Basel', 4])
  expect(await names({ sort_by: 'created_at' })).toEqual(['berne', 'Zurich', 'Aarau', '100 % Basel', 4])
  expect(await names({ search: 'BER' })).toEqual(['berne', 1])
  expect(await names({ search: '%' })).toEqual(['100 % Basel', 1])
  expect(await names({ page: '2' })).toEqual([4])
  await keep({ name: 'İstanbul ΟΡΟΣ', members: people(1) }, fritz.as)
  expect(await names({ search: 'İstanbul ΟΡΟΣ' })).toEqual(['İstanbul ΟΡΟΣ', 1])
  await keep({ name: 'Müller Recht', members: people(1) }, fritz.as)
  for (const search of ['müller', 'MULLER', 'mull'])
    expect(await names({ search })).toEqual(['Müller Recht', 1])
})

test('With the account its groups go.', async () => {
  const gone = await api.person({ firstName: 'Gerd' })
  const { id } = await keep(board, gone.as)
  await api.call(deleteUser, { body: { password: gone.password } }, gone.as)
  const { rowCount } = await api.context.pool.query('SELECT FROM signer_groups WHERE id = $1', [id])
  expect(rowCount).toBe(0)
})

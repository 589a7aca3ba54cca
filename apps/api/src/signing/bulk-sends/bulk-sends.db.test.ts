import { deleteUser } from '@countersign/contract/accounts.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import * as calls from '@countersign/contract/bulk-sends.ts'
import { deleteTemplate, type Template, updateTemplate } from '@countersign/contract/templates.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#api/platform/db/transaction.ts'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aBulkSend, aTemplate } from '#api/testing/template.ts'
import { parseTable } from './table/parse-table.ts'
import { stop } from './repository.ts'
import { sendBulkRows } from './send-rows.ts'

let api: TestApi
let ben: Person
let anna: Person
let template: Template
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  template = await aTemplate(api, { owner: ben, roles: ['Landlord', 'Tenant'], inOrder: true })
})
afterAll(() => api?.stop())

const patience = { interval: 100 }
const see = (id: string, query = {}, as = ben.as) =>
  api.call(calls.getBulkSend, { params: { id }, query: { size: '100', ...query } }, as)
const ended = async (id: string) => {
  await expect.poll(async () => (await see(id)).state, patience).not.toBe('RUNNING')
}
const check = (text: string, more: object = {}) =>
  api.ask(calls.checkBulkSend, { params: { id: template.id }, body: { table: { text }, ...more } }, ben.as)
const mapping = () => ({
  roles: template.roles.map(({ id }, index) => ({ role_id: id, email: index })),
})
const send = (body: object, as = ben.as, headers = {}) =>
  api.ask(calls.createBulkSend, { params: { id: template.id }, body: body as never }, as, headers)
const fieldOf = (field: string, code: string) => ({ status: 400, error: { fields: [{ field, code }] } })

test('each row becomes a request of its own, with its people, its words and the same documents', async () => {
  const roles = template.roles.map(({ id }, index) => ({
    role_id: id,
    email: index * 2,
    first_name: index * 2 + 1,
  }))
  const table = {
    rows: [
      ['Landlord', 'Name', 'Tenant', 'Name 2', 'Flat'],
      [ben.email, 'Ben', 'tom@example.org', 'Tom', '4b'],
      [ben.email, 'Ben', 'tina@example.org', 'Tina', '7'],
    ],
  }
  const words = { title: 'Contract {{Flat}}', message: 'Dear {{Name 2}}' }
  const made = await send({ table, mapping: { roles, ...words }, expected_count: 2 })
  expect(made).toMatchObject({ status: 201, body: { row_count: 2, template_name: template.name } })
  const id = made.ok ? made.body.id : ''
  await ended(id)
  const { rows, ...after } = await see(id)
  expect(after).toMatchObject({ state: 'DONE', sent_count: 2, refused_count: 0, pending_count: 0 })
  const [first, second] = await Promise.all(
    rows.items.map((row) =>
      api.call(requests.getSignatureRequest, { params: { id: row.signature_request_id ?? '' } }, ben.as),
    ),
  )
  expect(first).toMatchObject({
    status_overall: 'OPEN',
    title: 'Contract 4b',
    message: 'Dear Tom',
    signatures: [
      { role: 'Landlord', account_email: ben.email, status_code: 'OPEN' },
      {
        role: 'Tenant',
        status_code: 'WAITING',
        signer_identity_data: { email_address: 'tom@example.org', first_name: 'Tom' },
      },
    ],
  })
  expect(second?.title).toBe('Contract 7')
  expect(first?.documents[0]?.id).not.toBe(second?.documents[0]?.id)
  const { rows: contents } = await api.context.pool.query(
    'SELECT count(DISTINCT sha256)::int AS contents FROM documents WHERE id = ANY($1)',
    [[first, second, template].flatMap((one) => one?.documents.map((document) => document.id) ?? [])],
  )
  expect(contents).toEqual([{ contents: 1 }])
  const { items: events } = await api.call(requests.getEvents, { params: { id: first?.id ?? '' } }, ben.as)
  expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['created', 'initiated'])
  expect(events[0]).toMatchObject({ actor: { email: ben.email }, data: { bulkSendId: id } })
})

test('a table is looked at before anything is sent: its columns, its first rows, each wrong one', async () => {
  const looked = await check(
    'Landlord email;Tenant email\na@example.org;b@example.org\na@example.org;nobody\n',
  )
  expect(looked).toMatchObject({
    status: 200,
    body: {
      columns: [{ name: 'Landlord email', sample: 'a@example.org' }, { name: 'Tenant email' }],
      mapping: { title: 'Rental contract', roles: [{ email: 0 }, { email: 1 }] },
      row_count: 2,
      good_count: 1,
      preview: [{ row: 2, title: 'Rental contract', signers: [{ email: 'a@example.org' }, {}] }],
      wrong: [{ row: 3, problems: [{ code: 'email_wrong', column: 'Tenant email' }] }],
      unknown_columns: [],
    },
  })
  const without = await check('Street\nMain', { mapping: { roles: [], title: '{{City}}' } })
  expect(without).toMatchObject({ body: { good_count: 0, unknown_columns: ['City'] } })
})

test('what cannot be sent is refused by name, and nothing of it is kept', async () => {
  const good = 'a@example.org,b@example.org'
  const table = { text: `x,y\n${good}` }
  const before = (await api.call(calls.listBulkSends, { query: {} }, ben.as)).total_items
  const [landlord, tenant] = mapping().roles
  const rows = `${good}\n`.repeat(1001)
  const tries: [object, object][] = [
    [{ table, mapping: { roles: [landlord] } }, fieldOf('mapping.roles.1.email', 'required')],
    [{ table, mapping: { roles: [landlord, landlord] } }, fieldOf('mapping.roles.1.role_id', 'twice')],
    [
      { table, mapping: { roles: [landlord, { ...tenant, email: 2 }] } },
      fieldOf('mapping.roles.1.email', 'unknown'),
    ],
    [{ table, mapping: { ...mapping(), title: '{{z}}' } }, fieldOf('mapping.title', 'unknown_column')],
    [
      { table, mapping: { ...mapping(), title: 'About z', message: '{{z}}' } },
      fieldOf('mapping.message', 'unknown_column'),
    ],
    [{ table, mapping: mapping(), expected_count: 2 }, fieldOf('expected_count', 'different')],
    [{ table: { text: 'x,y\n1,2' }, mapping: mapping() }, fieldOf('table', 'no_good_row')],
    [{ table: { text: `x,y\n${rows}` }, mapping: mapping() }, fieldOf('table', 'too_many_rows')],
    [{ table: { text: 'x,y\n"1' }, mapping: mapping() }, fieldOf('table', 'unclosed_quote')],
    [{ table: { content: '' }, mapping: mapping() }, { status: 400 }],
  ]
  for (const [body, refusal] of tries) expect(await send(body)).toMatchObject(refusal)
  const after = await api.call(calls.listBulkSends, { query: {} }, ben.as)
  expect(after.total_items).toBe(before)
})

test('wrong rows are not sent and are in the report with their reason, mails that do not arrive too', async () => {
  await api.fault('smtp', 'reject_recipient', 1000)
  const table = { text: 'x;y\nlost@example.org;b@example.org\n=1;b@example.org\n' }
  const made = await send({ table, mapping: mapping() })
  const id = made.ok ? made.body.id : ''
  await ended(id)
  await expect.poll(async () => (await see(id)).undelivered_count, patience).toBe(1)
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const { rows } = await see(id)
  expect(rows.items).toMatchObject([
    { row: 2, state: 'SENT', delivery: 'failed' },
    {
      row: 3,
      state: 'REFUSED',
      problems: [{ code: 'email_wrong', column: 'x' }],
      signature_request_id: null,
    },
  ])
  const filtered = async (state: string) => (await see(id, { state })).rows.items.map(({ row }) => row)
  expect(await filtered('UNDELIVERED')).toEqual([2])
  expect(await filtered('REFUSED')).toEqual([3])
  expect(await filtered('PENDING')).toEqual([])
  const file = await api.call(calls.getBulkSendReport, { params: { id } }, ben.as)
  const [, sent, refused] = parseTable(await file.text())
  expect(sent).toEqual(expect.arrayContaining(['Sent', 'Not delivered']))
  expect(sent?.join()).toContain(`/view/${rows.items[0]?.signature_request_id}`)
  expect(refused?.[2]).toBe("'=1 b@example.org")
  // The request may go: the report still says that it was sent.
  const params = { id: rows.items[0]?.signature_request_id ?? '' }
  await api.call(requests.deleteSignatureRequest, { params }, ben.as)
  await api.call(requests.deleteSignatureRequest, { params }, ben.as)
  expect((await see(id)).rows.items[0]).toMatchObject({ state: 'SENT', signature_request_id: null })
  // A page past the last one still says how many there are.
  const all = await api.call(calls.listBulkSends, { query: {} }, ben.as)
  const past = await api.call(calls.listBulkSends, { query: { page: '9' } }, ben.as)
  expect(past).toMatchObject({ items: [], total_items: all.items.length, total_pages: 1 })
})

test('the same key sends once', async () => {
  const body = { table: { text: 'x,y\none@example.org,two@example.org' }, mapping: mapping() }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, second] = [await send(body, ben.as, headers), await send(body, ben.as, headers)]
  expect(first.ok && first.body.id).toBe(second.ok && second.body.id)
  const list = await api.call(
    requests.listSignatureRequests,
    { query: { search: 'one@example.org' } },
    ben.as,
  )
  await ended(first.ok ? first.body.id : '')
  expect(list.total_items).toBeLessThanOrEqual(1)
  expect(
    (await api.call(requests.listSignatureRequests, { query: { search: 'one@example.org' } }, ben.as))
      .total_items,
  ).toBe(1)
})

test('several workers on one table at once send each row once', async () => {
  const people = Array.from({ length: 24 }, (_, n) => `a${n}@race.example,b${n}@race.example`)
  const { id } = await aBulkSend(api, {
    owner: ben,
    template,
    table: `email 1,email 2\n${people.join('\n')}`,
  })
  await Promise.all([1, 2, 3].map(() => sendBulkRows(api.context, id)))
  await ended(id)
  const { rows, sent_count } = await see(id)
  expect(sent_count).toBe(24)
  expect(new Set(rows.items.map((row) => row.signature_request_id)).size).toBe(24)
  const { rows: counted } = await api.context.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM signatures WHERE email LIKE 'a%@race.example'`,
  )
  expect(counted[0]?.count).toBe(24)
})

test('a cancelled bulk send sends nothing that waits; what is being sent is, and the report counts each row once', async () => {
  const people = Array.from({ length: 300 }, (_, n) => `a${n}@cancel.example,b${n}@cancel.example`)
  const { id } = await aBulkSend(api, {
    owner: ben,
    template,
    table: `email 1,email 2\n${people.join('\n')}`,
  })
  const params = { id: template.id }
  expect(await api.ask(deleteTemplate, { params }, ben.as)).toMatchObject({
    error: { key: 'template.in_use' },
  })
  // A change of the template does not reach the rows that wait.
  await api.call(updateTemplate, { params, body: { title: 'Changed' } }, ben.as)
  await expect.poll(async () => (await see(id)).sent_count, patience).toBeGreaterThan(0)
  const cancelled = await api.call(calls.cancelBulkSend, { params: { id } }, ben.as)
  expect(cancelled.state).not.toBe('RUNNING')
  const after = await see(id)
  expect(after.sent_count + after.cancelled_count).toBe(300)
  expect(await api.call(calls.cancelBulkSend, { params: { id } }, ben.as)).toEqual(cancelled)
  const { rows } = await api.context.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM signatures s JOIN signature_requests r ON r.id = s.request_id
      WHERE s.email LIKE 'a%@cancel.example' AND r.title = 'Rental contract'`,
  )
  expect(rows[0]?.count).toBe(after.sent_count)
  await api.call(updateTemplate, { params, body: { title: 'Rental contract' } }, ben.as)
})

test('a bulk send whose stop was cut short is stopped by the job', async () => {
  const people = Array.from({ length: 100 }, (_, n) => `a${n}@cut.example,b${n}@cut.example`)
  const { id } = await aBulkSend(api, {
    owner: ben,
    template,
    table: `email 1,email 2\n${people.join('\n')}`,
  })
  await transaction(api.context.db, (tx) => stop(tx, id, new Date()))
  await sendBulkRows(api.context, id)
  await ended(id)
  const after = await see(id)
  expect(after.sent_count + after.cancelled_count).toBe(100)
  expect(after.cancelled_count).toBeGreaterThan(0)
})

test('a row that fails as nobody foresaw is given up after some tries; the others are sent', async () => {
  const owner = new pg.Client(api.connection)
  await owner.connect()
  await owner.query(`
    CREATE FUNCTION fail_for_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.email = 'broken@fail.example' THEN RAISE EXCEPTION 'as nobody foresaw'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER fail_for_one BEFORE INSERT ON signatures FOR EACH ROW EXECUTE FUNCTION fail_for_one()`)
  const rows = ['a@fail.example', 'broken@fail.example', 'c@fail.example'].map(
    (email) => `${ben.email},${email}`,
  )
  const { id } = await aBulkSend(api, {
    owner: ben,
    template,
    table: `email 1,email 2\n${rows.join('\n')}`,
  })
  const state = async () => {
    // The queue waits longer and longer between its tries.
    await sendBulkRows(api.context, id).catch(() => undefined)
    return (await see(id)).state
  }
  await expect.poll(state, patience).toBe('DONE')
  await owner.query('DROP TRIGGER fail_for_one ON signatures')
  await owner.end()
  expect((await see(id)).rows.items).toMatchObject([
    { state: 'SENT' },
    { state: 'REFUSED', problems: [{ code: 'failed' }], signature_request_id: null },
    { state: 'SENT' },
  ])
})

test('another’s are nowhere to be found', async () => {
  const { id } = await aBulkSend(api, {
    owner: ben,
    template,
    table: 'email 1,email 2\nx@example.org,y@example.org',
  })
  const params = { id }
  for (const as of [anna.as, undefined]) {
    const status = as ? 404 : 401
    expect(await api.ask(calls.getBulkSend, { params, query: {} }, as)).toMatchObject({ status })
    expect(await api.ask(calls.cancelBulkSend, { params }, as)).toMatchObject({ status })
    expect(await api.ask(calls.getBulkSendReport, { params }, as)).toMatchObject({ status })
  }
  const table = { text: 'x,y\na@example.org,b@example.org' }
  expect(await send({ table, mapping: mapping() }, anna.as)).toMatchObject({ status: 404 })
  expect((await api.call(calls.listBulkSends, { query: {} }, anna.as)).total_items).toBe(0)
  await ended(id)
})

test('a deleted account sends no more, and leaves no table behind', async () => {
  const emil = await api.person({ firstName: 'Emil' })
  const emils = await aTemplate(api, { owner: emil, roles: ['Tenant'] })
  const people = Array.from({ length: 60 }, (_, n) => `p${n}@emil.example`)
  const { id } = await aBulkSend(api, {
    owner: emil,
    template: emils,
    table: `Email\n${people.join('\n')}`,
  })
  await expect.poll(async () => (await see(id, {}, emil.as)).sent_count, patience).toBeGreaterThan(0)
  await api.call(deleteUser, { body: { password: emil.password } }, emil.as)
  const open = async () => {
    const { rows } = await api.context.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM signature_requests r JOIN accounts a ON a.id = r.owner_id
        WHERE a.deleted_at IS NOT NULL AND r.status = 'OPEN'`,
    )
    return rows[0]?.count
  }
  expect(await open()).toBe(0)
  await sendBulkRows(api.context, id)
  expect(await open()).toBe(0)
  const { rows } = await api.context.pool.query('SELECT id FROM bulk_sends WHERE id = $1', [id])
  expect(rows).toEqual([])
})

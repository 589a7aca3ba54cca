import * as requests from '@countersign/contract/signature-requests.ts'
import type { FieldInput } from '@countersign/contract/signer-fields.ts'
import { saveFieldInput } from '@countersign/contract/signer-fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'
import { aGroupRequest, asMember } from '#api/testing/signer-group.ts'
import { aField, someSizes } from '#api/testing/signer-fields.ts'

let api: TestApi
let ben: Person
let anna: Person
let willa: Person
beforeAll(async () => {
  api = await startTestApi()
  ben = await api.person({ firstName: 'Ben' })
  anna = await api.person({ firstName: 'Anna' })
  willa = await api.person({ firstName: 'Willa' })
})
afterAll(() => api?.stop())

type Sent = Awaited<ReturnType<typeof aSignatureRequest>>
const save = (sent: Sent, fields: FieldInput, as: string, index = 0) =>
  api.ask(
    saveFieldInput,
    { params: { id: sent.id, sigId: sent.signatures[index]?.sid ?? '' }, body: { fields } },
    as,
  )
const value = (id: string, given: string | boolean | null): FieldInput[number] => ({ id, value: given })
const sendTo = (email: string) =>
  aSignatureRequest(api, {
    owner: ben,
    signers: [
      {
        email,
        sequence: 1,
        fields: [
          aField(0, { required: true, value: 'Flat 3' }),
          aField(1, { pattern: 'email' }),
          aField(2, { type: 'CHECKBOX' }),
          aField(3, { value: 'fixed', read_only: true }),
          aField(4, { type: 'DATE_SIGNED' }),
          someSizes(5),
        ],
      },
      { email: willa.email, sequence: 2, fields: [aField(6)] },
    ],
  })

/** What this reader sees of the values: prefilled, and filled in so far. */
async function seen(sent: Sent, as: string) {
  const call = as.startsWith('Basic') ? requests.getDirectSignatureRequest : requests.getSignatureRequest
  const { signatures } = await api.call(call, { params: { id: sent.id } }, as)
  const fields = signatures[0]?.document_signatures[0]?.fields ?? []
  return Object.fromEntries(fields.map((field) => [field.id, [field.value, field.input]]))
}

test('what a guest has filled in is kept, to be gone on with by them and seen by nobody else', async () => {
  const email = `carla.${crypto.randomUUID()}@example.org`
  const sent = await sendTo(email)
  const { as } = guestOf(linkIn(await api.inbox.next(email)))
  const first = await save(sent, [value('field-1', 'carla@'), value('field-2', true)], as)
  expect(first).toMatchObject({ status: 200, body: { fields: [{ id: 'field-1' }, { id: 'field-2' }] } })
  const second = [value('field-0', ''), value('field-2', null), value('field-5', 'M')]
  expect(await save(sent, second, as)).toMatchObject({
    body: { fields: [value('field-1', 'carla@'), value('field-0', ''), value('field-5', 'M')] },
  })
  expect(await seen(sent, as)).toEqual({
    'field-0': ['Flat 3', ''],
    'field-1': [null, 'carla@'],
    'field-2': [null, undefined],
    'field-3': ['fixed', undefined],
    'field-4': [null, undefined],
    'field-5': [null, 'M'],
  })
  for (const [reader, prefilled] of [
    [ben, 'Flat 3'],
    [willa, null],
  ] as const)
    expect(await seen(sent, reader.as)).toMatchObject({
      'field-0': [prefilled, undefined],
      'field-1': [null, undefined],
      'field-5': [null, undefined],
    })
  const { items } = await api.call(requests.getEvents, { params: { id: sent.id } }, ben.as)
  expect(JSON.stringify(items)).not.toContain('carla@"')
})

test('a value of another type, of another’s field or of a locked one is refused by name, and nothing is kept', async () => {
  const sent = await sendTo(anna.email)
  const fields = [
    value('field-0', 'kept?'),
    value('field-2', 'yes'),
    value('field-3', 'changed'),
    value('field-4', '2026-01-01'),
    value('field-5', 'XL'),
    value('field-6', 'mine'),
    value('field-0', 'twice'),
    value('field-1', 'a\nb'),
  ]
  expect(await save(sent, fields, anna.as)).toMatchObject({
    status: 400,
    error: {
      fields: [
        { field: 'fields.1.value', code: 'wrong_type' },
        { field: 'fields.2.value', code: 'read_only' },
        { field: 'fields.3.value', code: 'read_only' },
        { field: 'fields.4.value', code: 'unknown_option' },
        { field: 'fields.5.id', code: 'unknown' },
        { field: 'fields.6.id', code: 'twice' },
        { field: 'fields.7.value', code: 'one_line' },
      ],
    },
  })
  expect((await seen(sent, anna.as))['field-0']).toEqual(['Flat 3', undefined])
})

test('nobody saves out of turn, for someone else, or once it is over', async () => {
  const sent = await sendTo(anna.email)
  expect(await save(sent, [value('field-6', 'x')], willa.as, 1)).toMatchObject({
    error: { key: 'signature.not_in_turn' },
  })
  expect(await save(sent, [value('field-0', 'x')], willa.as)).toMatchObject({ status: 404 })
  expect(await save(sent, [value('field-0', 'x')], ben.as)).toMatchObject({ status: 404 })
  expect(
    await api.ask(saveFieldInput, { params: { id: sent.id, sigId: sent.id }, body: { fields: [] } }),
  ).toMatchObject({
    status: 401,
  })
  await save(sent, [value('field-0', 'x')], anna.as)
  await api.call(requests.withdrawSignatureRequest, { params: { id: sent.id }, body: {} }, ben.as)
  expect(await save(sent, [value('field-0', 'x')], anna.as)).toMatchObject({
    error: { key: 'request.not_open' },
  })
  const { rows } = await api.context.pool.query('SELECT 1 FROM field_inputs WHERE signature_id = $1', [
    sent.signatures[0]?.sid,
  ])
  expect(rows).toEqual([])
})

test('two pages that save different fields at once lose neither', async () => {
  const sent = await sendTo(anna.email)
  const answers = await Promise.all([
    save(sent, [value('field-0', 'left')], anna.as),
    save(sent, [value('field-1', 'right')], anna.as),
    save(sent, [value('field-5', 'S')], anna.as),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await seen(sent, anna.as)).toMatchObject({
    'field-0': ['Flat 3', 'left'],
    'field-1': [null, 'right'],
    'field-5': [null, 'S'],
  })
})

test('a delegated signature starts without what was filled in, and the answer and the evidence say so', async () => {
  const sent = await sendTo(anna.email)
  const gabi = await api.person({ firstName: 'Gabi' })
  await save(sent, [value('field-0', 'Flat 4')], anna.as)
  const params = { id: sent.id }
  const delegated = await api.call(
    requests.delegateSignature,
    { params, body: { email: gabi.email } },
    anna.as,
  )
  expect(delegated.input_discarded).toBe(true)
  expect((await seen(sent, gabi.as))['field-0']).toEqual(['Flat 3', undefined])
  const again = await api.call(
    requests.delegateSignature,
    { params, body: { email: 'x@example.org' } },
    gabi.as,
  )
  expect(again.input_discarded).toBe(false)
  const { items } = await api.call(requests.getEvents, { params }, ben.as)
  const events = items.filter(({ type }) => type === 'delegated').map(({ data }) => data['inputDiscarded'])
  expect(events).toEqual([true, undefined])
})

test('each member of a signer group has input of their own', async () => {
  const { request } = await aGroupRequest(api, {
    owner: ben,
    members: [asMember(anna), asMember(willa)],
    signers: [],
    fields: [aField(0)],
  })
  await save(request, [value('field-0', 'Anna’s')], anna.as)
  await save(request, [value('field-0', 'Willa’s')], willa.as)
  expect(await seen(request, anna.as)).toEqual({ 'field-0': [null, 'Anna’s'] })
  expect(await seen(request, willa.as)).toEqual({ 'field-0': [null, 'Willa’s'] })
})

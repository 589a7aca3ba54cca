import { deleteUser } from '@countersign/contract/accounts.ts'
import { addObserver, autocompleteEmail } from '@countersign/contract/observers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.stop())

const suggested = async (person: Person, input: string) =>
  (await api.call(autocompleteEmail, { query: { input } }, person.as)).items
const emails = async (person: Person, input: string) =>
  (await suggested(person, input)).map(({ email }) => email)

test('people are found by the beginning of their email and of each part of their name', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const signers = [{ email: 'x17@firm.example', firstName: 'Anne-Marie', lastName: 'Müller Keller' }]
  const draft = await aDraft(api, { owner: ben, signers })
  await api.call(addObserver, { params: { id: draft.id }, body: { email: 'olga@firm.example' } }, ben.as)
  const found = [{ email: 'x17@firm.example', name: 'Anne-Marie Müller Keller' }]
  for (const input of [
    'x17',
    'X17@FIRM',
    'anne',
    'marie',
    'mül',
    'mull',
    'Kell',
    'anne-m',
    'müller k',
    'muller k',
    ' anne ',
  ])
    expect(await suggested(ben, input)).toEqual(found)
  // Not in the middle of a word, and a sign is a sign.
  for (const input of ['firm', 'nne', 'eller', '%', '_17', '\\', "'"])
    expect(await suggested(ben, input)).toEqual([])
  expect(await suggested(ben, 'olga')).toEqual([{ email: 'olga@firm.example', name: null }])
})

test('nobody finds whom they have no tie with', async () => {
  const [ben, anna, dora] = await Promise.all(
    ['Ben', 'Anna', 'Dora'].map((firstName) => api.person({ firstName })),
  )
  if (!ben || !anna || !dora) throw new Error('nobody came')
  const shape = { owner: ben, signers: [{ email: anna.email }, { email: 'third@example.net' }] }
  const sent = await aSignatureRequest(api, shape)
  const observer = 'observer@example.net'
  await api.call(addObserver, { params: { id: sent.id }, body: { email: observer } }, ben.as)
  // Who is asked to sign knows who asks, not who else is asked.
  expect(await emails(anna, '')).toEqual([ben.email])
  expect(await suggested(anna, ben.firstName)).toEqual([{ email: ben.email, name: 'Ben Keller' }])
  expect(await emails(dora, '')).toEqual([])
  expect((await emails(ben, '')).toSorted()).toEqual([anna.email, observer, 'third@example.net'].toSorted())
  // A draft of another's tells nothing yet.
  await aDraft(api, { owner: ben, signers: [{ email: dora.email }] })
  expect(await emails(dora, 'ben')).toEqual([])
  expect(await api.ask(autocompleteEmail, { query: { input: 'b' } })).toMatchObject({ status: 401 })
})

test('at most eight, whom one met last first; oneself and who deleted their account are not among them', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const otto = await api.person({ firstName: 'Otto' })
  await aSignatureRequest(api, { owner: otto, signers: [{ email: ben.email }] })
  expect(await emails(ben, 'otto')).toEqual([otto.email])
  await api.call(deleteUser, { body: { password: otto.password } }, otto.as)
  expect(await emails(ben, '')).toEqual([])
  for (let n = 1; n <= 9; n += 1)
    await aDraft(api, { owner: ben, signers: [{ email: `p${n}@example.net` }, { email: ben.email }] })
  await aDraft(api, { owner: ben, signers: [{ email: 'p1@example.net', firstName: 'Pia' }] })
  const found = await suggested(ben, 'p')
  expect(found.map(({ email }) => email)).toEqual([1, 9, 8, 7, 6, 5, 4, 3].map((n) => `p${n}@example.net`))
  expect(found[0]?.name).toBe('Pia')
})

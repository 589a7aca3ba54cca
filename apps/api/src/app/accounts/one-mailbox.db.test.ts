import { register, requestConfirmation } from '@countersign/contract/accounts.ts'
import { addObserver } from '@countersign/contract/observers.ts'
import { login } from '@countersign/contract/sessions.ts'
import { getSignatureRequest, listSignatureRequests } from '@countersign/contract/signature-requests.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { confirmationIn, keyOf } from '#api/testing/reply.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())

const password = 'quiet-harbour-lantern-42'
/** One mailbox, as a person types it, as a browser sends it, and as a Mac composes it. */
const forms = (name: string) => [
  `${name}@bücher.example`,
  `${name}@xn--bcher-kva.example`,
  `${name}@BU\u0308CHER.example`,
]

/** Whichever form the mail server is given. */
async function nextMail(name: string) {
  return api.inbox.next(`${name}@bücher.example`)
}

test.each([0, 1, 2])(
  'a person who signs up with form %i signs in with each, and has one account',
  async (n) => {
    const name = `anna-${n}`
    const all = forms(name)
    await api.call(requestConfirmation, { body: { email: all[n] ?? '' } })
    const { token } = confirmationIn(await nextMail(name))
    const made = await api.call(register, {
      body: { token, firstName: 'Anna', lastName: 'Keller', password, gtc: true },
    })
    expect(made.email).toBe(`${name}@bücher.example`)
    for (const email of all) expect(await keyOf(api.ask(login, { body: { email, password } }))).toBe('ok')
    for (const email of all) await api.call(requestConfirmation, { body: { email } })
    expect((await nextMail(name)).subject).toMatch(/already/)
  },
)

test.each([0, 1, 2])('a request to form %i is found by the account of another form', async (n) => {
  const ben = await api.person({ firstName: 'Ben' })
  const name = `clara-${n}`
  const [email = '', signedUpWith = ''] = [forms(name)[n], forms(name)[(n + 1) % 3]]
  const signers = [{ email, firstName: 'Clara', lastName: 'Frei' }]
  const before = await aSignatureRequest(api, { owner: ben, signers, title: 'Before' })
  expect(before.signatures[0]?.signer_identity_data?.email_address).toBe(`${name}@bücher.example`)
  await nextMail(name)
  await api.call(requestConfirmation, { body: { email: signedUpWith } })
  const { token } = confirmationIn(await nextMail(name))
  await api.call(register, { body: { token, firstName: 'Clara', lastName: 'Frei', password, gtc: true } })
  await aSignatureRequest(api, { owner: ben, signers, title: 'After' })
  const session = await api.call(login, { body: { email, password } })
  const { items } = await api.call(listSignatureRequests, { query: {} }, `Bearer ${session.token}`)
  expect(items.map(({ title, status }) => `${title}: ${status}`).toSorted()).toEqual([
    'After: TO_SIGN',
    'Before: TO_SIGN',
  ])
})

test('one mailbox follows a request once, in whatever form it is named', async () => {
  const ben = await api.person({ firstName: 'Ben' })
  const draft = await aDraft(api, { owner: ben })
  for (const email of forms('dora'))
    await api.ask(addObserver, { params: { id: draft.id }, body: { email } }, ben.as)
  const { observers } = await api.call(getSignatureRequest, { params: { id: draft.id } }, ben.as)
  expect(observers?.map(({ email }) => email)).toEqual(['dora@bücher.example'])
})

test('an address whose domain ends where a path begins is refused', async () => {
  for (const email of ['eve@bank.example/x.test', 'eve@bank.example?x.test', 'eve@bank.example%2fx.test'])
    expect(await keyOf(api.ask(requestConfirmation, { body: { email } }))).toBe('validation.failed')
})

import { checkPassword } from '@countersign/contract/passwords.ts'
import { getDocumentPage } from '@countersign/contract/documents.ts'
import { addDocument, createSignatureRequest } from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { getValidationPage, validateDocument } from '@countersign/contract/validations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { flateBomb, heavyPages, tiling, unclosedStreams } from '#api/testing/documents/hostile-pdf.ts'
import { aPdf } from '#api/testing/pdf.ts'
import { aDraft, aSignatureRequest } from '#api/testing/signature-request.ts'

// One caller's hostile file and another person's calls, through the front door. How long these take is measured by
// `npm run bench -- hostile`; here none may be refused.

let api: TestApi
let anna: Person
let eve: Person
beforeAll(async () => {
  api = await startTestApi({
    ownThreads: true,
    environment: { TRUST_PROXY: '1', SATURATED_AFTER_MS: '60000' },
  })
  anna = await api.person({ firstName: 'Anna' })
  eve = await api.person({ firstName: 'Eve' })
})
afterAll(() => api.stop())

const stranger = { 'x-forwarded-for': '203.0.113.9' }

/** What Anna does meanwhile, each as from her own network; the answers' states. */
async function whatAnnaDoes(): Promise<Record<string, unknown>> {
  const own = { 'x-forwarded-for': '198.51.100.7' }
  const draft = await aDraft(api, { owner: anna })
  const request = await aSignatureRequest(api, { owner: anna, signers: [{ email: anna.email }] })
  const id = draft.documents[0]?.id ?? ''
  const form = new FormData()
  form.append('file', new File([new Uint8Array(aPdf({ title: 'Annex' }))], 'Annex.pdf'))
  const [page, password, upload, signed] = await Promise.all([
    api.ask(getDocumentPage, { params: { id, n: '0' } }, anna.as, own),
    api.ask(checkPassword, { body: { password: 'quiet-harbour-lantern-42' } }, undefined, own),
    api.ask(addDocument, { params: { id: draft.id }, body: form as never }, anna.as, own),
    api.call(sign, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, anna.as, own),
  ])
  return {
    page: page.status,
    password: password.status,
    upload: upload.status,
    signature: ['SIGNED', 'OPEN'].includes(signed.signatures[0]?.status ?? ''),
  }
}

const allDone = { page: 200, password: 200, upload: 201, signature: true }

async function validated(content: Buffer): Promise<string> {
  const body = { content: content.toString('base64') }
  return (await api.call(validateDocument, { query: {}, body }, undefined, stranger)).id
}

test('a stranger’s file that never ends takes nothing from others, and hanging up takes its tasks along', async () => {
  const id = await validated(tiling.make(1))
  const hungUp = new AbortController()
  const flood = Array.from({ length: 70 }, (_, n) =>
    fetch(`${api.url}/v1/validations/${id}/revisions/1/pages/0?scale=${100 + n}`, {
      headers: stranger,
      signal: hungUp.signal,
    }).then(
      ({ status }) => status,
      () => 'hung up',
    ),
  )
  // Those beyond the stranger's share are told to come later, and nobody else is.
  expect(await Promise.race(flood)).toBe(429)
  expect(await whatAnnaDoes()).toEqual(allDone)
  hungUp.abort()
  const ends = await Promise.all(flood)
  expect(new Set(ends)).toEqual(new Set([429, 'hung up']))
  // Nothing of it is left in the queue: the stranger's next file is validated, and shown.
  const next = await validated(aPdf({ title: 'Lease' }))
  const page = { params: { id: next, revision: '1', n: '0' }, query: { scale: '20' } }
  expect(await api.ask(getValidationPage, page, undefined, stranger)).toMatchObject({ status: 200 })
})

test('an account that floods with heavy pages and endless streams takes nothing from others', async () => {
  const draft = await aDraft(api, { owner: eve, documents: [heavyPages.make(1)] })
  const id = draft.documents[0]?.id ?? ''
  const hungUp = new AbortController()
  const pages = Array.from({ length: 60 }, (_, n) =>
    fetch(`${api.url}/v3/documents/${id}/pages/${n}`, {
      headers: { authorization: eve.as, ...stranger },
      signal: hungUp.signal,
    }).catch(() => null),
  )
  const content = unclosedStreams.make(1).toString('base64')
  const uploads = Array.from({ length: 20 }, () =>
    api.ask(
      createSignatureRequest,
      { body: { title: 'x', documents: [{ name: 'x.pdf', content }] } },
      eve.as,
    ),
  )
  expect(await whatAnnaDoes()).toEqual(allDone)
  for (const { status } of await Promise.all(uploads)) expect(status).toBeLessThan(500)
  hungUp.abort()
  await Promise.all(pages)
})

test('a page that needs more memory than a page may is refused, and remembered', async () => {
  const mallory = await api.person({ firstName: 'Mallory' })
  const draft = await aDraft(api, { owner: mallory, documents: [flateBomb.make(1)] })
  const at = { params: { id: draft.documents[0]?.id ?? '', n: '0' } }
  const refused = { status: 422, error: { key: 'document.too_complex' } }
  expect(await api.ask(getDocumentPage, at, mallory.as)).toMatchObject(refused)
  expect(await api.ask(getDocumentPage, { ...at, query: { scale: '20' } }, mallory.as)).toMatchObject(refused)
})

import { gzipSync } from 'node:zlib'
import { listAdministration } from '@countersign/contract/administration-log.ts'
import * as approvals from '@countersign/contract/approvals.ts'
import * as calls from '@countersign/contract/embedding.ts'
import { delegateSignature } from '@countersign/contract/signature-requests.ts'
import { signDirect } from '@countersign/contract/signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { approveAt, someMobile } from '#api/testing/approve.ts'
import { aBusiness } from '#api/testing/business.ts'
import { anIdentifiedGuest } from '#api/testing/identification/identified.ts'
import { aSignatureRequest, guestOf, linkIn } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let ben: Person
let businessId: string
beforeAll(async () => {
  api = await startTestApi()
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  businessId = await aBusiness(api, { admins: [anna], members: [ben] })
})
afterAll(() => api?.stop())

const portal = 'https://portal.example.com'
const allow = (...origins: string[]) =>
  api.call(calls.updateEmbedding, { params: { id: businessId }, body: { origins } }, anna.as)
const askFor = (origins: string[], as: string) =>
  api.ask(calls.updateEmbedding, { params: { id: businessId }, body: { origins } }, as)

async function aLink(owner = ben): Promise<string> {
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  await aSignatureRequest(api, { owner, signers: [{ email }] })
  return new URL(linkIn(await api.inbox.next(email))).pathname
}

async function pageAt(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${api.url}${path}`, { headers: { accept: 'text/html', ...headers } })
  const policy = answer.headers.get('content-security-policy') ?? ''
  return {
    status: answer.status,
    ancestors: /frame-ancestors ([^;]+)/.exec(policy)?.[1],
    frameOptions: answer.headers.get('x-frame-options'),
    etag: answer.headers.get('etag'),
    told: /<meta name="embedding" content="([^"]*)"/.exec(await answer.text())?.[1],
  }
}

const never = { ancestors: "'none'", frameOptions: 'DENY', told: undefined }

test('an admin says which websites may show signing pages, and the log has it', async () => {
  expect(await allow('https://Portal.Example.com/', portal, 'http://localhost:3000')).toEqual({
    origins: [portal, 'http://localhost:3000'],
  })
  await allow(portal, 'http://localhost:3000')
  const params = { id: businessId }
  expect(await api.call(calls.getEmbedding, { params }, anna.as)).toEqual({
    origins: [portal, 'http://localhost:3000'],
  })
  const { items } = await api.call(
    listAdministration,
    { params, query: { type: 'embedding_changed' } },
    anna.as,
  )
  expect(items.map(({ data }) => data)).toEqual([{ before: [], after: [portal, 'http://localhost:3000'] }])
})

test('what is no website is refused by its place in the list, and so are more than twenty, and members', async () => {
  expect(await askFor([portal, 'http://portal.example.com', 'https://*.example.com'], anna.as)).toMatchObject(
    {
      status: 400,
      error: { fields: [{ field: 'origins.1' }, { field: 'origins.2' }] },
    },
  )
  const many = Array.from({ length: 21 }, (_, n) => `https://${n}.example.com`)
  expect(await askFor(many, anna.as)).toMatchObject({ status: 400, error: { key: 'validation.failed' } })
  expect(await askFor(many.slice(1), anna.as)).toMatchObject({ ok: true })
  expect(await askFor([portal], ben.as)).toMatchObject({
    status: 403,
    error: { key: 'business.not_allowed' },
  })
})

test('a signing link is shown in a frame by the websites of the sender’s business, and by no other', async () => {
  await allow(portal, 'http://localhost:3000')
  const link = await aLink()
  for (const path of [link, `${link}?lang=de`, link.replace('/view/', '/direct-sign/')])
    expect(await pageAt(path)).toMatchObject({
      status: 200,
      ancestors: `${portal} http://localhost:3000`,
      frameOptions: null,
      told: `${portal} http://localhost:3000`,
    })
})

test('a link that was delegated still says so in the frame, and only there', async () => {
  await allow(portal)
  const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { id } = await aSignatureRequest(api, { owner: ben, signers: [{ email }] })
  const link = linkIn(await api.inbox.next(email))
  const body = { email: `deputy.${crypto.randomUUID().slice(0, 8)}@example.org`, message: '' }
  const { pathname } = new URL(link)
  expect(await pageAt(pathname)).toMatchObject({ ancestors: portal })
  await api.call(delegateSignature, { params: { id }, body }, guestOf(link).as)
  expect(await pageAt(pathname)).toMatchObject({ status: 200, ancestors: portal, told: portal })
  const other = await aLink()
  expect(await pageAt(pathname.replace(id, other.split('/')[2] ?? ''))).toMatchObject(never)
  await allow()
  expect(await pageAt(pathname)).toMatchObject(never)
})

test('no other page is shown in a frame, and an unknown link is answered like any other page', async () => {
  await allow(portal)
  const link = await aLink()
  const [, , requestId = '', secret = ''] = link.split('/')
  const other = await aLink()
  expect(await pageAt('/login')).toMatchObject(never)
  const without = [
    `/view/${requestId}`,
    `/view/${requestId}/${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`,
    `/view/${requestId}/AAAAAAAAAAAAAAAAAAAAAA`,
    // The secret of one request with the id of another.
    `/view/${other.split('/')[2]}/${secret}`,
    `/VIEW/${requestId}/${secret}`,
    `/direct-sign/identification/eidas?id=${requestId}&userid=${secret}`,
    '/',
    '/docs',
  ]
  for (const path of without) expect.soft(await pageAt(path), path).toMatchObject(never)
  const unknown = await pageAt(`/view/${requestId}/AAAAAAAAAAAAAAAAAAAAAA`)
  // A sender without a business allows nobody.
  const dora = await api.person({ firstName: 'Dora' })
  expect(await pageAt(await aLink(dora))).toEqual(unknown)
})

test('a browser that keeps the page learns at once that a website is no longer allowed', async () => {
  await allow(portal)
  const link = await aLink()
  const { etag } = await pageAt(link)
  expect(await pageAt(link, { 'if-none-match': etag ?? '' })).toMatchObject({
    status: 304,
    ancestors: portal,
  })
  await allow()
  expect(await pageAt(link, { 'if-none-match': etag ?? '' })).toMatchObject({ status: 200, ...never })
})

test('the script for websites is small, names this installation, and any website may load it', async () => {
  const answer = await fetch(`${api.url}/embed/v1.js`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': expect.stringContaining('max-age=86400'),
    'content-type': 'text/javascript; charset=utf-8',
  })
  const script = await answer.text()
  expect(script).toContain(`const origin = ${JSON.stringify(new URL(api.context.config.publicUrl).origin)}`)
  expect(script).not.toContain('{origin}')
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(3000)
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetch(`${api.url}/embed/v1.js`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('a trust service leads back to the website that showed the frame only if the business allows it', async () => {
  await allow(portal)
  const back = async (query: string) => {
    const email = `guest.${crypto.randomUUID().slice(0, 8)}@example.org`
    const mobile = someMobile()
    const request = await aSignatureRequest(api, {
      owner: ben,
      quality: 'QES',
      legislation: 'EIDAS',
      signers: [{ email }],
    })
    const sigId = request.signatures[0]?.sid ?? ''
    await anIdentifiedGuest(api.context.pool, email, {
      legislation: 'EIDAS',
      mobile,
      knownAt: api.sandboxUrl,
    })
    const { as } = guestOf(linkIn(await api.inbox.next(email)))
    await api.call(signDirect, { body: { signatureRequests: [{ signatureRequestId: request.id }] } }, as)
    const { url } = await api.call(
      approvals.createPar,
      { params: { id: request.id, sigId }, body: { redirect_query_params: query } },
      as,
    )
    const brought = (await approveAt(api.inbox, url, { mobile })) ?? ''
    const { return_url } = await api.call(approvals.redirectSign, {
      params: { id: new URLSearchParams(brought).get('state') ?? '' },
      body: { params: brought },
    })
    return return_url
  }
  const order = encodeURIComponent(`${portal}/orders/7?step=sign`)
  expect(await back(`lang=en&returnURL=${order}&framed=`)).toBe(`${portal}/orders/7?step=sign`)
  expect(await back(`return_url=${encodeURIComponent('https://evil.example/')}&framed=`)).toBeNull()
  expect(
    await back(`returnURL=${encodeURIComponent('https://portal.example.com@evil.example/')}&framed=`),
  ).toBeNull()
  expect(await back(`returnURL=${encodeURIComponent('javascript:alert(1)')}&framed=`)).toBeNull()
  // A signer who didn't leave a frame comes back to the document.
  expect(await back(`returnURL=${order}`)).toBeNull()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import type { RunningSandbox } from '../sandbox.ts'
import { productClient } from './clients.ts'

const productUrl = 'http://127.0.0.1:1'
const redirectUri = `${productUrl}/v1/single-sign-on/callback`
let sandbox: RunningSandbox
let data: string

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'sandbox-'))
  sandbox = await startSandbox({ port: 0, smtpPort: 0, data, productUrl })
})

afterEach(async () => {
  await sandbox.close()
  rmSync(data, { recursive: true, force: true })
})

const authorize = (change: Record<string, string> = {}) => {
  const parameters = new URLSearchParams({
    client_id: productClient.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'state',
    nonce: 'nonce',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    ...change,
  })
  return fetch(`${sandbox.url}/single-sign-on/auth?${parameters.toString()}`, { redirect: 'manual' })
}

/** The sign-in page and the cookies it came with. */
async function openPage(change?: Record<string, string>) {
  const begun = await authorize(change)
  const cookie = begun.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const address = new URL(begun.headers.get('location') ?? '', sandbox.url).href
  const page = await fetch(address, { headers: { cookie } })
  const answer = (form: Record<string, string>) =>
    fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams(form),
    })
  return { page, html: await page.text(), answer }
}

function put(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(sandbox.url + path, { method: 'PUT', headers, body: JSON.stringify(body) })
}

test('the page offers who is preset, and writes nothing that they are called as markup', async () => {
  const people = [
    { email: 'a@company.example', firstName: '<b>"Mara"</b>', lastName: "O'Hara" },
    { email: 'b@company.example', emailVerified: false },
  ]
  expect((await put('/api/single-sign-on/people', people)).status).toBe(204)
  const { page, html } = await openPage({ login_hint: '"><script>' })
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${productUrl}`)
  expect(html).toContain('&lt;b&gt;&quot;Mara&quot;&lt;/b&gt; O&#39;Hara')
  expect(html).toContain('b@company.example (not verified)')
  expect(html).not.toMatch(/<script>|<b>/)
})

test('who says nothing usable is asked again; who is gone for too long is told so', async () => {
  const { answer } = await openPage()
  const again = await answer({ email: 'nobody', choice: 'sign-in' })
  expect([again.status, await again.text()]).toEqual([
    400,
    expect.stringContaining('Enter an email address.'),
  ])
  expect((await answer({ subject: 'of-nobody' })).status).toBe(400)
  expect((await answer({ email: 'mara@company.example', choice: 'sign-in' })).status).toBe(303)
  expect((await fetch(`${sandbox.url}/single-sign-on/sign-in/none`)).status).toBe(400)
})

test('a client that is unknown, a return address that is not its own, or no challenge: refused', async () => {
  expect((await authorize({ client_id: 'nobody' })).status).toBe(400)
  expect((await authorize({ redirect_uri: 'http://evil.example/' })).status).toBe(400)
  const plain = await authorize({ code_challenge: '', code_challenge_method: '' })
  expect(plain.headers.get('location')).toContain('error=invalid_request')
})

test('another client can be arranged', async () => {
  const client = { id: 'another', secret: 'a-secret', redirectUris: ['http://127.0.0.1:2/back'] }
  expect((await put('/api/single-sign-on/clients', client)).status).toBe(204)
  const begun = await authorize({ client_id: 'another', redirect_uri: 'http://127.0.0.1:2/back' })
  expect(begun.headers.get('location')).toMatch(/\/single-sign-on\/sign-in\//)
  expect((await put('/api/single-sign-on/clients', { id: 'x' })).status).toBe(400)
  expect((await put('/api/single-sign-on/people', [{ firstName: 'Nobody' }])).status).toBe(400)
})

test('the keys outlive a restart, and starting says nothing', async () => {
  const said = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  const keys = async () => (await fetch(`${sandbox.url}/single-sign-on/jwks`)).text()
  const before = await keys()
  expect(before).not.toContain('"d"')
  await sandbox.close()
  sandbox = await startSandbox({ port: 0, smtpPort: 0, data, productUrl })
  expect(await keys()).toBe(before)
  await openPage()
  for (const spy of said) expect(spy).not.toHaveBeenCalled()
})

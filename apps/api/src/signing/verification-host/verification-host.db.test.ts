import { updateUser } from '@countersign/contract/accounts.ts'
import * as requests from '@countersign/contract/signature-requests.ts'
import { sign } from '@countersign/contract/signing.ts'
import { cancelVerification, resendCode, respond } from '@countersign/contract/verification-host.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApi, type TestApi } from '#api/testing/api.ts'
import { makeCaller } from '#api/testing/caller.ts'
import { aSignatureRequest } from '#api/testing/signature-request.ts'

let api: TestApi
let anna: Person
let ben: Person
const mobile = '+41791112233'
let ahead = 0
beforeAll(async () => {
  api = await startTestApi({ now: () => new Date(Date.now() + ahead) })
  anna = await api.person({ firstName: 'Anna' })
  ben = await api.person({ firstName: 'Ben' })
  await api.call(updateUser, { body: { attributes: { mobile } } }, ben.as)
})
afterEach(() => {
  ahead = 0
})
afterAll(() => api?.stop())

/** Someone who waits for a code, and the code. */
async function waiting(title = 'Lease <of> "June"') {
  const signers = [{ email: ben.email, firstName: ben.firstName, lastName: ben.lastName }]
  const request = await aSignatureRequest(api, { owner: anna, title, quality: 'AES', signers })
  const body = { signatureRequests: [{ signatureRequestId: request.id }], language: 'de' as const }
  const { signatures } = await api.call(sign, { body }, ben.as)
  const step = signatures[0]?.step
  if (!step) throw new Error('There is nothing to approve')
  return { request, step, id: step.id, code: await nextCode() }
}

async function nextCode(): Promise<string> {
  const { text } = await api.inbox.next(mobile, /^/)
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

const wrong = (code: string) => (code === '111111' ? '222222' : '111111')
const host = () => makeCaller(api.verificationUrl)
const statusOf = async (id: string) =>
  (await api.call(requests.getSignatureRequestStatus, { params: { id } }, anna.as)).status_overall

/** As a browser posts the page's form: without following where it leads. */
function submit(path: string, fields: Record<string, string>, origin = api.verificationUrl) {
  return fetch(`${api.verificationUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(fields).toString(),
  })
}

test('the code is given, sent again and stopped by its three calls', async () => {
  const { request, step, id, code } = await waiting()
  expect(step.url).toBe(`${api.verificationUrl}/${id}`)
  const bad = await host().ask(respond, { params: { id }, body: { secret: wrong(code) } })
  expect(bad).toMatchObject({ status: 400, error: { key: 'tan.invalid' } })
  const soon = await host().ask(resendCode, { params: { id } })
  expect(soon).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  ahead = 121_000
  const state = await host().call(resendCode, { params: { id } })
  expect(state).toMatchObject({
    status: 'OPEN',
    attemptsLeft: 4,
    resendsLeft: 2,
    destination: '+41 ** *** ** 33',
  })
  const secret = await nextCode()
  ahead = 0
  expect(await host().call(respond, { params: { id }, body: { secret } })).toMatchObject({ status: 'GIVEN' })
  await expect.poll(() => statusOf(request.id)).toBe('SIGNED')
  const over = await host().ask(respond, { params: { id }, body: { secret } })
  expect(over).toMatchObject({ status: 409, error: { key: 'approval.over' } })

  const second = await waiting()
  const stopped = await host().call(cancelVerification, { params: { id: second.id } })
  expect(stopped).toMatchObject({ status: 'FAILED', error: 'cancelled' })
  const late = await host().ask(respond, { params: { id: second.id }, body: { secret: second.code } })
  expect(late).toMatchObject({ status: 409, error: { key: 'approval.over' } })
  expect(await statusOf(second.request.id)).toBe('OPEN')
})

test('the web app’s pages may call it; from any other page nothing is taken, not even counted', async () => {
  const { request, id, code } = await waiting()
  const ask = (origin: string) =>
    fetch(`${api.verificationUrl}/api/respond/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ secret: wrong(code) }),
    })
  for (const origin of ['https://evil.example', 'null', `${api.url}.evil.example`]) {
    const refused = await ask(origin)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
  }
  expect((await submit(`/api/respond/${id}`, { secret: code }, 'https://evil.example')).status).toBe(403)
  expect(await statusOf(request.id)).toBe('OPEN')
  const own = await ask(api.url)
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([400, api.url])
  const preflight = (origin: string) =>
    fetch(`${api.verificationUrl}/api/respond/${id}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
  expect((await preflight(api.url)).headers.get('access-control-allow-origin')).toBe(api.url)
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
  const page = await fetch(`${api.url}/login`, { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${api.verificationUrl}`)
  const { attemptsLeft } = await host().call(cancelVerification, { params: { id } })
  expect(attemptsLeft).toBe(4)
})

test('ids that are none, and those of others, look alike; so does everything else', async () => {
  const { rows } = await api.context.pool.query<{ id: string }>(
    `INSERT INTO approvals (kind, language, expires_at) VALUES ('REAUTHENTICATE', 'en', now() + interval '1 hour') RETURNING id`,
  )
  const missing = crypto.randomUUID()
  for (const id of [rows[0]?.id ?? '', missing, 'nothing'])
    for (const call of [resendCode, cancelVerification, respond] as const) {
      const body = call === respond ? { secret: '123456' } : {}
      const answer = await host().ask(call, { params: { id }, body } as never)
      expect(answer).toMatchObject({ status: 404, error: { key: 'not_found' } })
    }
  for (const path of [
    '/',
    `/${missing}`,
    `/${rows[0]?.id}`,
    '/api/respond',
    '/v3/sign',
    '/healthz',
    '/login',
  ])
    expect((await fetch(api.verificationUrl + path)).status).toBe(404)
})

test('its page needs no script: the code in a form signs, and says what became of it', async () => {
  const { request, id, code } = await waiting()
  const open = async (path: string) => {
    const answer = await fetch(new URL(path, api.verificationUrl))
    return { headers: answer.headers, html: await answer.text() }
  }
  const { headers, html } = await open(`/${id}`)
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('Lease &lt;of&gt; &quot;June&quot;')
  expect(html).toContain('+41\u00A0**\u00A0***\u00A0**\u00A033')
  expect(html).toContain('autocomplete="one-time-code"')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/)

  const bad = await submit(`/api/respond/${id}`, { secret: wrong(code) })
  expect([bad.status, bad.headers.get('location')]).toEqual([303, `/${id}?said=tan.invalid`])
  expect((await open(bad.headers.get('location') ?? '')).html).toContain('Noch 4 Versuche.')
  const soon = await submit(`/api/resend/${id}`, {})
  expect(soon.headers.get('location')).toBe(`/${id}?said=rate.exceeded`)
  const good = await submit(`/api/respond/${id}`, { secret: code })
  expect([good.status, good.headers.get('location')]).toEqual([303, `/${id}`])
  await expect.poll(() => statusOf(request.id)).toBe('SIGNED')
  const after = await open(`/${id}`)
  expect(after.html).toContain('Ihre Unterschrift ist abgeschlossen.')
  expect(after.html).toContain(`href="${api.url}/view/${request.id}"`)
  // What an address claims to have been said is shown only where it is known.
  expect((await open(`/${id}?said=<b>`)).html).not.toContain('<b>')
})

test('an id counts the same in capitals: it opens the page, and its failures are one count', async () => {
  const { id } = await waiting()
  expect(await (await fetch(`${api.verificationUrl}/${id.toUpperCase()}`)).text()).toContain(id)
  const unknown = crypto.randomUUID()
  for (const one of [unknown, unknown.toUpperCase()])
    expect((await fetch(`${api.verificationUrl}/${one}`)).status).toBe(404)
  const { rows } = await api.context.pool.query<{ key: string; failures: number }>(
    `SELECT key, failures FROM throttles WHERE lower(key) = $1`,
    [`verification:id:${unknown}`],
  )
  expect(rows).toEqual([{ key: `verification:id:${unknown}`, failures: 2 }])
})

test('who tries ids from one address is held back, by a row that outlives the process', async () => {
  const { id, code } = await waiting()
  await api.context.pool.query(
    `INSERT INTO throttles (key, window_started_at, failures) VALUES ('verification:address:127.0.0.1', now(), 60)
     ON CONFLICT (key) DO UPDATE SET failures = 60, window_started_at = now()`,
  )
  const held = await host().ask(respond, { params: { id }, body: { secret: code } })
  expect(held).toMatchObject({ status: 429, error: { key: 'rate.exceeded' } })
  const page = await fetch(`${api.verificationUrl}/${id}`, { headers: { 'accept-language': 'fr-CH' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('Veuillez patienter un instant')
  await api.context.pool.query(`DELETE FROM throttles WHERE key LIKE 'verification:%'`)
  const { status } = await host().call(respond, { params: { id }, body: { secret: code } })
  expect(status).toBe('GIVEN')
})

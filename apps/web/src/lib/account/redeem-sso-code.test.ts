import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
const fetched = vi.fn<typeof fetch>()
vi.stubGlobal('window', globalThis)
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
vi.stubGlobal('fetch', fetched)
const { redeemSsoCode } = await import('./redeem-sso-code.ts')
const { pendingLink } = await import('./pending-link.ts')
const { endSession, session } = await import('./session.ts')

beforeEach(() => vi.stubGlobal('document', { cookie: 'countersign.sso=one-time' }))
afterEach(() => {
  fetched.mockReset()
  pendingLink.forget()
  endSession({ everywhere: false })
})

function answer(status: number, body: unknown): void {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}
const provider = { email: 'anna@helvetia.example', provider: 'Helvetia' }
const token = { token: 'mine', expires_at: new Date(Date.now() + 60_000).toISOString() }

it('the app begins the session that the company’s sign-in made, and the code is gone', async () => {
  answer(200, { session: token, ...provider })
  expect(await redeemSsoCode()).toBe('signed-in')
  expect(session.get()?.token).toBe('mine')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body as string)).toEqual({ code: 'one-time', timeZone })
  expect(document.cookie).toMatch(/^countersign\.sso=; .*Max-Age=0/)
})

it('the app keeps what is to be connected where an account is to be proved first', async () => {
  answer(200, { session: null, ...provider })
  expect(await redeemSsoCode()).toBe('link')
  expect(session.get()).toBeNull()
  expect(pendingLink.get()).toEqual({ code: 'one-time', ...provider })
})

it('the app says that a code is good for nothing, and asks nobody where there is none', async () => {
  answer(400, { key: 'confirmation.invalid' })
  expect(await redeemSsoCode()).toBe('failed')
  expect(pendingLink.get()).toBeNull()
  vi.stubGlobal('document', { cookie: '' })
  expect(await redeemSsoCode()).toBe('none')
  expect(fetched).toHaveBeenCalledOnce()
})

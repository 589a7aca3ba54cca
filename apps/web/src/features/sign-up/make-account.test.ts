import { beforeEach, expect, it, vi } from 'vitest'
import { CallError } from '#web/lib/calls/call-error.ts'
import { makeAccount, NotSignedIn } from './make-account.ts'
import { confirmedEmail } from './sign-up-state.ts'

const call = vi.hoisted(() => vi.fn<(endpoint: { name: string }) => Promise<unknown>>())
const startSession = vi.hoisted(() => vi.fn<(session: { token: string }) => void>())
vi.mock('#web/lib/calls/api.ts', () => ({ call }))
vi.mock('#web/lib/account/session.ts', () => ({ startSession }))
vi.mock('#web/lib/account/return-address.ts', () => ({ rememberEmail: () => undefined }))

const nora = { flow: 'signup', token: 'mailed', email: 'nora@example.org' } as const
const typed = { firstName: 'Nora', lastName: 'Keller', password: 'quiet-harbour-lantern-42', gtc: true }
const offline = () => new CallError({ key: 'network', status: 0, message: '' })
const refusal = (key: string, status: number) => new CallError({ key, status, message: '' })

beforeEach(() => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.resetAllMocks()
  confirmedEmail.keep(nora)
})

/** A service that registers an address once, loses its first responses to these, and signs in by the registered password. */
function service({ loses, password }: { loses: string[]; password?: string }) {
  let registered = password
  call.mockImplementation(async (endpoint, ...[input]: { body: typeof typed }[]) => {
    const sent = input?.body.password
    if (endpoint.name === 'register') {
      if (registered !== undefined) throw refusal('confirmation.invalid', 403)
      registered = sent
    } else if (registered !== sent) throw refusal('auth.credentials_invalid', 401)
    const lost = loses.indexOf(endpoint.name)
    if (lost >= 0) {
      loses.splice(lost, 1)
      throw offline()
    }
    return { token: 'session', expires_at: '2030-01-01T00:00:00Z' }
  })
}

it('a person whose registration was done but not answered is signed in by sending it again', async () => {
  service({ loses: ['register'] })
  await expect(makeAccount(typed, nora)).rejects.toMatchObject({ key: 'network' })
  await makeAccount(typed, nora)
  expect(startSession).toHaveBeenCalledWith({ token: 'session', expiresAt: '2030-01-01T00:00:00Z' })
  expect(confirmedEmail.get()).toBeNull()
})

it('a person whose first sign-in failed learns that the account exists, and is signed in by sending it again', async () => {
  service({ loses: ['login'] })
  await expect(makeAccount(typed, nora)).rejects.toThrow(NotSignedIn)
  expect(confirmedEmail.get()).toEqual(nora)
  await makeAccount(typed, nora)
  expect(startSession).toHaveBeenCalledOnce()
})

it('a used link of an account with another password is told as what it is', async () => {
  service({ loses: [], password: 'another-password-of-nora' })
  await expect(makeAccount(typed, nora)).rejects.toMatchObject({ key: 'confirmation.invalid' })
  expect(startSession).not.toHaveBeenCalled()
})

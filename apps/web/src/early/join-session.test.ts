import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinSession, keptToken } from './join-session.ts'

const kept = new Map<string, string>()
const started = Date.parse('2026-03-01T12:00:00.000Z')
const inAnHour = { token: 'theirs', expiresAt: '2026-03-01T13:00:00.000Z' }
const anHourAgo = { token: 'theirs', expiresAt: '2026-03-01T11:00:00.000Z' }

/** What this tab says, and what it hears as long as it listens. */
class Channel {
  static said: unknown[] = []
  static hear: (data: unknown) => void = () => {}
  #isOpen = true
  postMessage(data: unknown) {
    Channel.said.push(data)
  }
  addEventListener(_: string, listener: (event: { data: unknown }) => void) {
    Channel.hear = (data) => this.#isOpen && listener({ data })
  }
  close() {
    this.#isOpen = false
  }
}

const on = { joined: vi.fn<() => void>(), signedOut: vi.fn<() => void>() }
const answer = (session: object) => Channel.hear({ kind: 'session', session })

beforeEach(() => {
  kept.clear()
  vi.clearAllMocks()
  Channel.said = []
  vi.useFakeTimers({ now: started })
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('earlySession', undefined)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a new tab asks the others, and keeps the session that one of them answers with', () => {
  joinSession(on)
  expect(Channel.said).toEqual([{ kind: 'ask' }])
  expect(globalThis.earlySession?.askedAt).toBe(performance.now())
  Channel.hear({ kind: 'ask' })
  expect(keptToken()).toBeNull()
  answer(inAnHour)
  answer({ ...inAnHour, token: 'another' })
  expect(keptToken()).toBe('theirs')
  expect(on.joined).toHaveBeenCalledOnce()
})

test('someone who signs in meanwhile is signed in here, and who signs out is signed out', () => {
  joinSession(on)
  Channel.hear({ kind: 'started', session: inAnHour })
  expect(keptToken()).toBe('theirs')
  Channel.hear({ kind: 'logout' })
  expect(keptToken()).toBeNull()
  expect(on.signedOut).toHaveBeenCalledOnce()
})

test('a tab that has a session asks nobody, keeps its own, and hears when it ends', () => {
  kept.set('countersign.session', JSON.stringify({ ...inAnHour, token: 'mine' }))
  joinSession(on)
  expect(Channel.said).toEqual([])
  answer(inAnHour)
  expect(keptToken()).toBe('mine')
  Channel.hear({ kind: 'logout' })
  expect(keptToken()).toBeNull()
})

test('a session that is over is not kept, nor one that comes when the app listens', () => {
  joinSession(on)
  answer(anHourAgo)
  globalThis.earlySession?.stopListening()
  answer(inAnHour)
  expect(keptToken()).toBeNull()
  expect(on.joined).not.toHaveBeenCalled()
})

test('nobody is asked in the frame of another website, or without storage', () => {
  vi.stubGlobal('top', {})
  joinSession(on)
  vi.unstubAllGlobals()
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('Blocked', 'SecurityError')
    },
  })
  joinSession(on)
  expect(keptToken()).toBeNull()
  expect(Channel.said).toEqual([])
})

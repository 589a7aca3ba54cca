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

const joined = vi.fn<() => void>()
const answer = (session: object) => Channel.hear({ kind: 'session', session })

beforeEach(() => {
  kept.clear()
  joined.mockClear()
  Channel.said = []
  vi.useFakeTimers({ now: started })
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a new tab asks the others, and keeps the session that one of them answers with', () => {
  joinSession(joined)
  expect(Channel.said).toEqual([{ kind: 'ask' }])
  expect(globalThis.sessionAskedAt).toBe(performance.now())
  Channel.hear({ kind: 'ask' })
  expect(keptToken()).toBeNull()
  answer(inAnHour)
  answer({ ...inAnHour, token: 'another' })
  expect(keptToken()).toBe('theirs')
  expect(joined).toHaveBeenCalledOnce()
})

test('one that is over is not kept, nor one that comes late, or after this tab has its own', () => {
  joinSession(joined)
  answer(anHourAgo)
  joinSession(joined)
  vi.advanceTimersByTime(1000)
  answer(inAnHour)
  joinSession(joined)
  kept.set('countersign.session', JSON.stringify({ ...inAnHour, token: 'mine' }))
  answer(inAnHour)
  expect(keptToken()).toBe('mine')
  expect(joined).not.toHaveBeenCalled()
})

test('nobody is asked by a tab that has a session, in the frame of another website, or without storage', () => {
  kept.set('countersign.session', JSON.stringify(inAnHour))
  joinSession(joined)
  kept.clear()
  vi.stubGlobal('top', {})
  joinSession(joined)
  vi.unstubAllGlobals()
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('Blocked', 'SecurityError')
    },
  })
  joinSession(joined)
  expect(keptToken()).toBeNull()
  expect(Channel.said).toEqual([])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kept, OtherTabs, stubTab } from '#web/testing/other-tabs.ts'
import { joinSession, keptToken } from './join-session.ts'

const started = Date.parse('2026-03-01T12:00:00.000Z')
const inAnHour = { token: 'theirs', expiresAt: '2026-03-01T13:00:00.000Z' }
const anHourAgo = { token: 'theirs', expiresAt: '2026-03-01T11:00:00.000Z' }

const on = { joined: vi.fn<() => void>(), signedOut: vi.fn<() => void>() }
const answer = (session: object) => OtherTabs.say({ kind: 'session', session })

beforeEach(() => {
  stubTab(started)
  vi.clearAllMocks()
  vi.stubGlobal('earlySession', undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a new tab asks the others, and keeps the session that one of them answers with', () => {
  joinSession(on)
  expect(OtherTabs.said).toEqual([{ kind: 'ask' }])
  expect(globalThis.earlySession?.askedAt).toBe(performance.now())
  OtherTabs.say({ kind: 'ask' })
  expect(keptToken()).toBeNull()
  answer(inAnHour)
  answer({ ...inAnHour, token: 'another' })
  expect(keptToken()).toBe('theirs')
  expect(on.joined).toHaveBeenCalledOnce()
})

test('someone who signs in meanwhile is signed in here, and who signs out is signed out', () => {
  joinSession(on)
  OtherTabs.say({ kind: 'started', session: inAnHour })
  expect(keptToken()).toBe('theirs')
  OtherTabs.say({ kind: 'logout' })
  expect(keptToken()).toBeNull()
  expect(on.signedOut).toHaveBeenCalledOnce()
})

test('a tab that has a session asks nobody, keeps its own, and hears when it ends', () => {
  kept.set('countersign.session', JSON.stringify({ ...inAnHour, token: 'mine' }))
  joinSession(on)
  expect(OtherTabs.said).toEqual([])
  answer(inAnHour)
  expect(keptToken()).toBe('mine')
  OtherTabs.say({ kind: 'logout' })
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
  vi.stubGlobal('BroadcastChannel', OtherTabs)
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('Blocked', 'SecurityError')
    },
  })
  joinSession(on)
  expect(keptToken()).toBeNull()
  expect(OtherTabs.said).toEqual([])
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { kept, OtherTabs, stubTab } from '#web/testing/other-tabs.ts'

const started = Date.parse('2026-03-01T12:00:00.000Z')
const day = 24 * 60 * 60_000
const inAnHour = { token: 'mine', expiresAt: '2026-03-01T13:00:00.000Z' }

async function aTab() {
  vi.resetModules()
  return import('./session.ts')
}

beforeEach(() => stubTab(started))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a session', () => {
  it('outlives a reload, and ends on its own when its time is over', async () => {
    const before = await aTab()
    before.startSession(inAnHour)
    const { session, signedOut } = await aTab()
    expect(session.get()?.token).toBe('mine')
    const ended = vi.fn<() => void>()
    session.subscribe(ended)
    vi.advanceTimersByTime(60 * 60_000 - 1)
    expect(session.get()).not.toBeNull()
    vi.advanceTimersByTime(1)
    expect(session.get()).toBeNull()
    expect(ended).toHaveBeenCalledOnce()
    // Where one was is worth coming back to: nobody signed out.
    expect(signedOut.get()).toBe(false)
    expect(kept.size).toBe(0)
  })

  it.each([
    ['behind', '2026-03-02T15:00:00.000Z'],
    ['ahead', '2026-03-01T09:00:00.000Z'],
  ])('lasts a day where this computer’s clock is %s', async (_, expiresAt) => {
    const { session, startSession } = await aTab()
    startSession({ token: 'mine', expiresAt })
    expect(Date.parse(session.get()!.expiresAt)).toBe(started + day)
  })

  it('is given to a tab that asks', async () => {
    const { startSession } = await aTab()
    startSession(inAnHour)
    OtherTabs.said = []
    OtherTabs.say({ kind: 'ask' })
    expect(OtherTabs.said).toEqual([{ kind: 'session', session: inAnHour }])
  })

  it('is asked for by a new tab, which waits no longer than it has to', async () => {
    const { joinSession, session } = await aTab()
    const joined = joinSession()
    expect(OtherTabs.said).toEqual([{ kind: 'ask' }])
    OtherTabs.say({ kind: 'session', session: inAnHour })
    await joined
    expect(session.get()).toEqual(inAnHour)
  })

  it('is not there where no tab answers', async () => {
    const { joinSession, session } = await aTab()
    const joined = joinSession(120)
    await vi.advanceTimersByTimeAsync(120)
    await joined
    expect(session.get()).toBeNull()
  })

  it('that was asked for before the app was there is waited for only as long as is left', async () => {
    const stopListening = vi.fn<() => void>()
    vi.stubGlobal('earlySession', { askedAt: performance.now(), stopListening })
    await vi.advanceTimersByTimeAsync(60)
    const { joinSession } = await aTab()
    const joined = vi.fn<() => void>()
    void joinSession(120).then(joined)
    await vi.advanceTimersByTimeAsync(59)
    expect(joined).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(joined).toHaveBeenCalledOnce()
    expect(stopListening).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30)
    expect(stopListening).toHaveBeenCalledOnce()
  })

  it('that another tab gave while the app was starting is found, however long that took', async () => {
    vi.stubGlobal('earlySession', { askedAt: performance.now() - 5000, stopListening() {} })
    const { joinSession, session } = await aTab()
    const joined = joinSession()
    expect(OtherTabs.said).toEqual([{ kind: 'ask' }])
    // Heard by the script before the app, after the app had read the storage.
    kept.set('countersign.session', JSON.stringify(inAnHour))
    await vi.advanceTimersByTimeAsync(30)
    await joined
    expect(session.get()?.token).toBe('mine')
  })

  it('that is in the storage alone ends too when another tab signs out', async () => {
    const { session } = await aTab()
    kept.set('countersign.session', JSON.stringify(inAnHour))
    OtherTabs.say({ kind: 'logout' })
    expect(kept.size).toBe(0)
    expect(session.get()).toBeNull()
  })

  it('is not replaced by a late answer, but by someone who signs in', async () => {
    const { session, startSession } = await aTab()
    startSession(inAnHour)
    const other = { ...inAnHour, token: 'another' }
    OtherTabs.say({ kind: 'session', session: other })
    expect(session.get()?.token).toBe('mine')
    OtherTabs.say({ kind: 'started', session: other })
    expect(session.get()?.token).toBe('another')
  })

  it('ends in every tab when one signs out, and in one tab when the service refuses it', async () => {
    const { endSession, session, startSession, signedOut } = await aTab()
    startSession(inAnHour)
    OtherTabs.said = []
    endSession({ everywhere: false })
    expect(OtherTabs.said).toEqual([])
    startSession(inAnHour)
    endSession({ everywhere: true })
    expect(OtherTabs.said.at(-1)).toEqual({ kind: 'logout' })
    startSession(inAnHour)
    OtherTabs.say({ kind: 'logout' })
    expect(session.get()).toBeNull()
    expect(signedOut.get()).toBe(true)
  })

  it('is neither taken over by a frame in another website, nor given from it to a tab that asks', async () => {
    vi.stubGlobal('top', 'the website')
    const { session, startSession } = await aTab()
    OtherTabs.say({ kind: 'started', session: inAnHour })
    expect(session.get()).toBeNull()
    startSession(inAnHour)
    OtherTabs.said = []
    OtherTabs.say({ kind: 'ask' })
    expect(OtherTabs.said).toEqual([])
  })

  it('that is over is neither kept, given to another tab, nor taken from one', async () => {
    const over = { token: 'old', expiresAt: '2026-03-01T11:59:59.000Z' }
    kept.set('countersign.session', JSON.stringify(over))
    const { session } = await aTab()
    expect(session.get()).toBeNull()
    OtherTabs.say({ kind: 'session', session: over })
    expect(session.get()).toBeNull()
    session.set(over)
    OtherTabs.say({ kind: 'ask' })
    expect(OtherTabs.said).toEqual([])
  })

  it.each(['here', 'in another tab'])(
    'takes with it what the account had begun when one signs out %s',
    async (where) => {
      const { endSession, startSession } = await aTab()
      startSession(inAnHour)
      kept.set('countersign.account.fields.anna', '{"city":"Bern"}')
      kept.set('countersign.direct-link', '{}')
      if (where === 'here') endSession({ everywhere: true })
      else OtherTabs.say({ kind: 'logout' })
      expect([...kept.keys()]).toEqual(['countersign.direct-link'])
    },
  )

  it.each(['before', 'after'])('that is refused %s another tab signs out was signed out', async (order) => {
    const { endSession, session, signedOut, startSession } = await aTab()
    const { rememberedTarget, rememberTarget } = await import('./return-address.ts')
    startSession(inAnHour)
    rememberTarget('/view/42')
    if (order === 'before') endSession({ everywhere: false })
    OtherTabs.say({ kind: 'logout' })
    if (order === 'after') endSession({ everywhere: false })
    expect(session.get()).toBeNull()
    expect(signedOut.get()).toBe(true)
    expect(rememberedTarget()).toBe('/')
    // Signing in again is a new beginning.
    OtherTabs.say({ kind: 'started', session: inAnHour })
    expect(signedOut.get()).toBe(false)
  })
})

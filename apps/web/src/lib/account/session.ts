import { isFramed } from '../browser/framed.ts'
import { createStore } from '../browser/store.ts'
import { forgetAccountMemory } from '../browser/tab-memory.ts'
import { forgetTarget } from './return-address.ts'

/** The bearer token: in this tab's session storage, handed to new tabs, told to all when it begins and ends. */
export interface Session {
  token: string
  expiresAt: string
}

declare global {
  /** `early/start.ts` asked the other tabs for their session (milliseconds since the page was opened), and listens to them. */
  var earlySession: { readonly askedAt: number; readonly stopListening: () => void } | undefined
}

type Message =
  | { kind: 'ask' }
  /** The answer to a tab that asked. */
  | { kind: 'session'; session: Session }
  /** Someone signed in. */
  | { kind: 'started'; session: Session }
  | { kind: 'logout' }

/** No token lives longer. */
export const longestSession = 24 * 60 * 60 * 1000

/** Did the person sign out, here or in another tab? Then nothing waits to be gone back to. */
export const signedOut = createStore(false)

const storageKey = 'countersign.session'
const channel = new BroadcastChannel(storageKey)
export const session = createStore<Session | null>(stored())
let ending: ReturnType<typeof setTimeout> | undefined
endInTime(session.get())

export function isAlive({ expiresAt }: Session, now = Date.now()): boolean {
  return Date.parse(expiresAt) > now
}

function stored(): Session | null {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return null
  const kept = JSON.parse(text) as Session
  return isAlive(kept) ? kept : null
}

function keep(next: Session | null): void {
  if (next) sessionStorage.setItem(storageKey, JSON.stringify(next))
  else sessionStorage.removeItem(storageKey)
  endInTime(next)
  session.set(next)
}

/** A token that is worth nothing any longer is forgotten at once, and not at the next call. */
function endInTime(current: Session | null): void {
  clearTimeout(ending)
  if (current) ending = setTimeout(() => keep(null), Date.parse(current.expiresAt) - Date.now())
}

export function startSession(given: Session): void {
  signedOut.set(false)
  const next = { ...given, expiresAt: byOwnClock(given.expiresAt) }
  keep(next)
  channel.postMessage({ kind: 'started', session: next } satisfies Message)
}

/** The end by this computer's clock: where that one is wrong, a token that has just begun is not over already. */
function byOwnClock(expiresAt: string, now = Date.now()): string {
  const left = Date.parse(expiresAt) - now
  return left > 0 && left <= longestSession ? expiresAt : new Date(now + longestSession).toISOString()
}

/** Forgets the token here, and in every other tab too where the person signed out. */
export function endSession(options: { everywhere: boolean }): void {
  // Not false otherwise: a call on its way when the person signed out is refused after it.
  if (options.everywhere) {
    signedOut.set(true)
    forgetAccountMemory()
  }
  keep(null)
  if (options.everywhere) channel.postMessage({ kind: 'logout' } satisfies Message)
}

/** What was said before this tab listened is heard by then. */
const shortWait = 30

/** Asks the other tabs for their session; a tab opened from a mail is then signed in at once. */
export async function joinSession(patience = 120): Promise<void> {
  const early = globalThis.earlySession
  takeStored()
  if (!session.get()) {
    channel.postMessage({ kind: 'ask' } satisfies Message)
    const waited = early ? performance.now() - early.askedAt : 0
    await sessionWithin(Math.max(patience - waited, shortWait))
    takeStored()
  }
  if (early) setTimeout(early.stopListening, shortWait)
}

/** What `early/start.ts` has kept since this tab's was read. */
function takeStored(): void {
  const kept = session.get() ? null : stored()
  if (kept) keep(kept)
}

function sessionWithin(patience: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, patience)
    const stop = session.subscribe(finish)
  })
}

// In another website's frame nobody is signed in, even if they are in another tab.
if (!isFramed) channel.addEventListener('message', hear)

function hear({ data }: MessageEvent<Message>): void {
  const current = session.get()
  if (data.kind === 'ask' && current && isAlive(current)) {
    channel.postMessage({ kind: 'session', session: current } satisfies Message)
  } else if (data.kind === 'session' && !current && isAlive(data.session)) {
    keep(data.session)
  } else if (data.kind === 'started' && data.session.token !== current?.token) {
    signedOut.set(false)
    keep(data.session)
  } else if (data.kind === 'logout') {
    // A call of this tab may have been refused first, and ended its session.
    signedOut.set(true)
    forgetTarget()
    forgetAccountMemory()
    if (current) keep(null)
    // Kept before the app was there, it may be in the storage alone.
    else sessionStorage.removeItem(storageKey)
  }
}

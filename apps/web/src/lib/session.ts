import { createStore } from './store.ts'

/** The bearer token: in this tab's session storage, handed to new tabs, told to all when it ends. */
export interface Session {
  token: string
  expiresAt: string
}

type Message = { kind: 'ask' } | { kind: 'session'; session: Session } | { kind: 'logout' }

/** Did the person sign out, here or in another tab? Then nothing waits to be gone back to. */
let signedOut = false

export function wasSignedOut(): boolean {
  return signedOut
}

const storageKey = 'countersign.session'
const channel = new BroadcastChannel(storageKey)
export const session = createStore<Session | null>(stored())

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
  session.set(next)
}

export function startSession(next: Session): void {
  signedOut = false
  keep(next)
  channel.postMessage({ kind: 'session', session: next } satisfies Message)
}

/** Forgets the token here, and in every other tab too where the person signed out. */
export function endSession(options: { everywhere: boolean }): void {
  signedOut = options.everywhere
  keep(null)
  if (options.everywhere) channel.postMessage({ kind: 'logout' } satisfies Message)
}

/** Asks the other tabs for their session; a tab opened from a mail is then signed in at once. */
export function joinSession(patience = 120): Promise<void> {
  if (session.get()) return Promise.resolve()
  channel.postMessage({ kind: 'ask' } satisfies Message)
  return new Promise((resolve) => {
    const finish = () => {
      window.clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = window.setTimeout(finish, patience)
    const stop = session.subscribe(finish)
  })
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  const current = session.get()
  if (data.kind === 'ask' && current && isAlive(current)) {
    channel.postMessage({ kind: 'session', session: current } satisfies Message)
  } else if (data.kind === 'session' && !current && isAlive(data.session)) {
    keep(data.session)
  } else if (data.kind === 'logout' && current) {
    signedOut = true
    keep(null)
  }
})

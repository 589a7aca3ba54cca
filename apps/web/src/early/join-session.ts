/** What the app keeps of a session in this tab, and calls the channel between tabs by (`lib/account/session.ts`). */
const key = 'countersign.session'

interface KeptSession {
  readonly token: string
  readonly expiresAt: string
}

/** Of a session that isn't over. Where storage is blocked, asking for it throws. */
export function keptToken(): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptSession | null
    return kept && isAlive(kept) ? kept.token : null
  } catch {
    return null
  }
}

const isAlive = ({ expiresAt }: KeptSession) => Date.parse(expiresAt) > Date.now()

interface Message {
  readonly kind: string
  readonly session?: KeptSession
}

/**
 * Asks the other tabs for their session, where this one has none, and keeps it for the app, which would otherwise wait for their
 * silence first. Listens until the app does (`lib/account/session.ts`), which may be seconds later.
 */
export function joinSession(on: { readonly joined: () => void; readonly signedOut: () => void }): void {
  try {
    // In another website's frame nobody is signed in.
    if (globalThis.top !== globalThis.self) return
    const hasNone = sessionStorage.getItem(key) === null
    const channel = new BroadcastChannel(key)
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'logout') {
        sessionStorage.removeItem(key)
        on.signedOut()
      } else if ((data.kind === 'session' || data.kind === 'started') && data.session) {
        if (!isAlive(data.session) || sessionStorage.getItem(key) !== null) return
        sessionStorage.setItem(key, JSON.stringify(data.session))
        on.joined()
      }
    })
    if (hasNone) channel.postMessage({ kind: 'ask' })
    globalThis.earlySession = { askedAt: performance.now(), stopListening: () => channel.close() }
  } catch {
    // Without storage there is no session.
  }
}

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

/** Asks the other tabs for their session, and keeps it for the app, which would otherwise wait for their silence first. */
export function joinSession(onJoined: () => void): void {
  try {
    // In another website's frame nobody is signed in.
    if (globalThis.top !== globalThis.self || sessionStorage.getItem(key) !== null) return
    const channel = new BroadcastChannel(key)
    channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string; session?: KeptSession }>) => {
      if (data.kind !== 'session' || !data.session) return
      channel.close()
      if (!isAlive(data.session) || sessionStorage.getItem(key) !== null) return
      sessionStorage.setItem(key, JSON.stringify(data.session))
      onJoined()
    })
    // From then on the app listens.
    setTimeout(() => channel.close(), 1000)
    channel.postMessage({ kind: 'ask' })
    globalThis.sessionAskedAt = performance.now()
  } catch {
    // Without storage there is no session.
  }
}

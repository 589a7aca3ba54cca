import { listenToChanges } from '@countersign/contract/live-updates.ts'
import { live } from '#web/lib/calls/live.ts'
import { session } from '#web/lib/account/session.ts'
import { eventReader } from './read-events.ts'

/** A request that changed, or null: anything may have. */
export type Change = string | null

type TabMessage = { readonly live: true; readonly change: Change } | { readonly live: false }

/** One tab listens for all: a browser opens few connections to one place, and each tab's calls need them. */
const shared = 'countersign.changes'
const firstPause = 1000
const longestPause = 60_000
const settling = 300

/**
 * Tells of each change that the service tells of, until it is stopped. Where the connection breaks it is made again, after a
 * longer pause each time it fails; what was missed meanwhile is told as null.
 */
export function subscribeToChanges(tell: (change: Change) => void): () => void {
  const stopped = new AbortController()
  const channel = new BroadcastChannel(shared)
  const take = (said: TabMessage) => {
    live.set(said.live)
    if (said.live) tell(said.change)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => take(data))
  const say = (said: TabMessage) => {
    take(said)
    channel.postMessage(said)
  }
  // Held until this tab is closed or signs out; then another one's turn comes.
  void navigator.locks
    ?.request(shared, { signal: stopped.signal }, () => listenOn(say, stopped.signal))
    .catch(() => {})
  return () => {
    stopped.abort()
    channel.close()
    live.set(false)
  }
}

async function listenOn(say: (said: TabMessage) => void, signal: AbortSignal): Promise<void> {
  let pause = firstPause
  // The tab that listened before may have signed out: then this one is about to hear of it.
  await waitFor(settling, signal)
  while (!signal.aborted) {
    try {
      await listenOnce((change) => {
        pause = firstPause
        say({ live: true, change })
      }, signal)
    } catch {
      // It is asked for again below; until then the pages look by themselves.
    }
    if (signal.aborted) return
    say({ live: false })
    await waitFor(pause * (0.5 + Math.random()), signal)
    pause = Math.min(pause * 2, longestPause)
  }
}

async function listenOnce(say: (change: Change) => void, signal: AbortSignal): Promise<void> {
  const token = session.get()?.token
  if (!token) return
  const response = await fetch(listenToChanges.path, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal,
  })
  if (!response.ok || !response.body) return
  // Whatever happened before we listened nobody told.
  say(null)
  const read = eventReader()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    for (const { name, data } of read(value))
      say(name === 'change' ? (JSON.parse(data) as { requestId: string }).requestId : null)
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (window.clearTimeout(timer), resolve()), { once: true })
  })
}

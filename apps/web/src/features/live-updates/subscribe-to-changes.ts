import { listenToChanges } from '@countersign/contract/live-updates.ts'
import { live } from '#web/lib/calls/live.ts'
import { session } from '#web/lib/account/session.ts'
import { type Change, missedChanges } from './missed-changes.ts'
import { eventReader } from './read-events.ts'

interface TabMessage {
  readonly live: boolean
  readonly changes: readonly Change[]
}

/** One tab listens for all: a browser opens few connections to one place, and each tab's calls need them. */
const shared = 'countersign.changes'
const firstPause = 1000
const longestPause = 60_000
const settling = 300
/** The service says every twenty seconds that it is still there. A connection may end without a word, as while one sleeps. */
const longestSilence = 45_000

/**
 * Tells of each change that the service tells of, until it is stopped. Where the connection breaks it is made again, after a
 * longer pause each time it fails; what was missed meanwhile is told as null.
 */
export function subscribeToChanges(tell: (change: Change) => void): () => void {
  const stopped = new AbortController()
  const channel = new BroadcastChannel(shared)
  const take = (said: TabMessage) => {
    live.set(said.live)
    said.changes.forEach(tell)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => take(data))
  const say: Say = (said, others = said) => {
    take(said)
    channel.postMessage(others)
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

/** To this tab, and to the others where they are told something else. */
type Say = (said: TabMessage, others?: TabMessage) => void

const anything: TabMessage = { live: true, changes: [null] }

async function listenOn(say: Say, signal: AbortSignal): Promise<void> {
  let pause = firstPause
  let isFirst = true
  // The tab that listened before may have signed out: then this one is about to hear of it.
  await waitFor(settling, signal)
  while (!signal.aborted) {
    try {
      await listenOnce((name, data) => {
        pause = firstPause
        if (name === 'change') say({ live: true, changes: [requestIn(data)] })
        // The others have been open for longer, and so has this one when it begins again.
        else if (name === 'recent' && isFirst)
          say({ live: true, changes: missedChanges(data, pageAge()) }, anything)
        else say(anything)
        isFirst = false
      }, signal)
    } catch {
      // It is asked for again below; until then the pages look by themselves.
    }
    if (signal.aborted) return
    say({ live: false, changes: [] })
    await waitFor(pause * (0.5 + Math.random()), signal)
    pause = Math.min(pause * 2, longestPause)
  }
}

async function listenOnce(hear: (name: string, data: string) => void, stopped: AbortSignal): Promise<void> {
  const token = session.get()?.token
  if (!token) return
  const silence = silenceAfter(longestSilence)
  try {
    await hearAll(token, hear, silence.interrupt, AbortSignal.any([stopped, silence.signal]))
  } finally {
    silence.end()
  }
}

/** A signal for when nothing was heard for so long. */
function silenceAfter(milliseconds: number) {
  const silent = new AbortController()
  const start = () => window.setTimeout(() => silent.abort(), milliseconds)
  let timer = start()
  const end = () => window.clearTimeout(timer)
  const interrupt = () => {
    end()
    timer = start()
  }
  return { signal: silent.signal, interrupt, end }
}

async function hearAll(
  token: string,
  hear: (name: string, data: string) => void,
  onBytes: () => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(listenToChanges.path, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal,
  })
  if (!response.ok || !response.body) return
  const read = eventReader()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    for (const { name, data } of read(value)) hear(name, data)
  }
}

const requestIn = (data: string) => (JSON.parse(data) as { requestId: string }).requestId

/** The one clock stops while a computer sleeps, the other may be set back. */
const pageAge = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (window.clearTimeout(timer), resolve()), { once: true })
  })
}

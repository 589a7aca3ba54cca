import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from './missed-changes.ts'

vi.stubGlobal('window', globalThis)
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
const { followChanges } = await import('./follow-changes.ts')
const { accountActions } = await import('#web/features/request-actions/action-calls.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A list on the screen, whose answers take a while. */
function aList(milliseconds: number) {
  const calls = { begun: 0, answered: 0 }
  const queries = new QueryClient()
  const observer = new QueryObserver(queries, {
    queryKey: ['signature-requests', 'list'],
    queryFn: async ({ signal }) => {
      calls.begun += 1
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      if (!signal.aborted) calls.answered += 1
      return calls.begun
    },
  })
  const unsubscribe = observer.subscribe(() => undefined)
  let tell: (change: Change) => void = () => undefined
  const stop = followChanges(queries, (listener) => ((tell = listener), () => undefined))
  return {
    calls,
    tell: (change: Change) => tell(change),
    end() {
      stop()
      unsubscribe()
      queries.clear()
    },
  }
}

test('a list is read while changes keep coming, however slow its answers are, and once more at the end', async () => {
  const list = aList(300)
  await vi.advanceTimersByTimeAsync(300)
  for (let change = 0; change < 50; change += 1) {
    list.tell(`request ${change}`)
    await vi.advanceTimersByTimeAsync(100)
  }
  // Each that was asked for came, or is on its way.
  expect(list.calls.answered).toBeGreaterThan(2)
  expect(list.calls.begun - list.calls.answered).toBeLessThan(2)
  expect(list.calls.begun).toBeLessThan(10)
  const { begun } = list.calls
  list.tell('the last one')
  await vi.advanceTimersByTimeAsync(5000)
  expect(list.calls.begun).toBeGreaterThan(begun)
  list.end()
})

test('a change after a quiet time is looked at without delay', async () => {
  const list = aList(10)
  await vi.advanceTimersByTimeAsync(60_000)
  list.tell('lease')
  await vi.advanceTimersByTimeAsync(200)
  expect(list.calls.answered).toBe(2)
  list.end()
})

test('a request that its page removes isn’t read while the removal is under way, but is once it was refused', async () => {
  const answers = [
    new Response('{"key": "request.changed"}', { status: 409 }),
    new Response('{"outcome": "deleted"}'),
  ]
  vi.stubGlobal('fetch', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return answers.shift()
  })
  const actions = accountActions('lease')
  const queries = new QueryClient()
  let reads = 0
  const observer = new QueryObserver(queries, {
    queryKey: ['signature-request', 'lease'],
    queryFn: () => (reads += 1),
    enabled: () => !actions.isRemoved(),
  })
  const unsubscribe = observer.subscribe(() => undefined)
  let tell: (change: Change) => void = () => undefined
  const stop = followChanges(queries, (listener) => ((tell = listener), () => undefined))
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads).toBe(1)

  const refused = actions.remove('left').catch((failure: unknown) => failure)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await refused).toMatchObject({ key: 'request.changed' })
  tell('lease')
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads).toBe(2)

  const removed = actions.remove('deleted')
  tell('lease')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await removed).toBe('deleted')
  // Until the page is left, which may take a while.
  tell('lease')
  await vi.advanceTimersByTimeAsync(1000)
  expect(reads).toBe(2)
  stop()
  unsubscribe()
  queries.clear()
})

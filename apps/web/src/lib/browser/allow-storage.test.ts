import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { cookie: 'lang=de' })
})
afterEach(() => vi.unstubAllGlobals())

const refused = () => new DOMException('The operation is insecure.', 'SecurityError')
/** As Firefox does where it blocks cookies. */
function RefusedChannel(): never {
  throw refused()
}
const workingStorage = { getItem: () => null }

async function start(): Promise<Pick<typeof globalThis, 'BroadcastChannel' | 'sessionStorage'>> {
  await import('./allow-storage.ts')
  return window
}

test('where a browser blocks storage and the channel between tabs, the app starts with its own', async () => {
  vi.stubGlobal('BroadcastChannel', RefusedChannel)
  vi.stubGlobal(
    'window',
    Object.defineProperty({}, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw refused()
      },
    }),
  )
  const { BroadcastChannel: Channel, sessionStorage } = await start()
  const channel = new Channel('countersign.session')
  channel.addEventListener('message', () => expect.unreachable())
  channel.postMessage({ kind: 'ask' })
  channel.close()
  sessionStorage.setItem('a', 'b')
  expect(sessionStorage.getItem('a')).toBe('b')
})

test('in a frame nothing is kept, and nobody is asked: the channel of the browser stays unused', async () => {
  const opened = vi.fn<() => void>()
  vi.stubGlobal('top', {})
  vi.stubGlobal('BroadcastChannel', opened)
  const { BroadcastChannel: Channel } = await start()
  new Channel('countersign.session').postMessage({ kind: 'ask' })
  expect(opened).not.toHaveBeenCalled()
  expect(document.cookie).toBe('')
})

test('where the browser allows them, its own are used', async () => {
  vi.stubGlobal('window', { sessionStorage: workingStorage, localStorage: workingStorage })
  expect(Object.keys(await start())).toEqual(['sessionStorage', 'localStorage'])
})

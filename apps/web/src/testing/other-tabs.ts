import { vi } from 'vitest'

/** What this tab has in its session storage. */
export const kept = new Map<string, string>()

/** What this tab says to the others, and what it hears from them for as long as it listens. */
export class OtherTabs {
  static said: unknown[] = []
  static say: (data: unknown) => void = () => {}
  #isOpen = true
  postMessage(data: unknown) {
    OtherTabs.said.push(data)
  }
  addEventListener(_: string, listener: (event: { data: unknown }) => void) {
    OtherTabs.say = (data) => this.#isOpen && listener({ data })
  }
  close() {
    this.#isOpen = false
  }
}

/** A tab with nothing stored, at this time of a clock that stands still; until `vi.unstubAllGlobals` and `vi.useRealTimers`. */
export function stubTab(now: number): void {
  kept.clear()
  OtherTabs.said = []
  OtherTabs.say = () => {}
  vi.useFakeTimers({ now })
  vi.stubGlobal('BroadcastChannel', OtherTabs)
  vi.stubGlobal('sessionStorage', storage)
}

const methods = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
}
/** Its own keys are those of what it keeps, as in a browser. */
const storage = new Proxy(methods, {
  ownKeys: () => [...kept.keys()],
  getOwnPropertyDescriptor: (_, key) => ({
    configurable: true,
    enumerable: true,
    value: kept.get(String(key)),
  }),
})

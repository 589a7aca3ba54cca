import { createStore } from '../browser/store.ts'

/** Does the service tell this page what changes? Then it need not ask so often. */
export const live = createStore(false)

/** Set whenever the service has told of a change: who waits for one asks at once. */
export const news = createStore(0)

const askEvery = 15_000
const askAnyway = 60_000

export function lookAgainAfter(): number {
  return live.get() ? askAnyway : askEvery
}

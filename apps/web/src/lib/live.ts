import { createStore } from './store.ts'

/** Does the service tell this page what changes? Then it need not ask so often. */
export const live = createStore(false)

const askEvery = 15_000
const askAnyway = 60_000

export function lookAgainAfter(): number {
  return live.get() ? askAnyway : askEvery
}

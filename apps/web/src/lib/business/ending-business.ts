import { createStore } from '../browser/store.ts'

/** The day on which the business is deleted that one administers; null where none is. Small: every page looks at it. */
export const endingBusiness = createStore<string | null>(null)

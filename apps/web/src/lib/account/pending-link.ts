import { tabMemory } from '../browser/tab-memory.ts'

/** An identity of a company whose email an account has already: it is connected once that account is signed in. */
export interface PendingLink {
  readonly code: string
  readonly email: string
  readonly provider: string
}

/** What is to be connected after signing in, if anything. */
export const pendingLink = tabMemory<PendingLink>('pending-link')

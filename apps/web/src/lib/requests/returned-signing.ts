import type { SigningStatus } from '@countersign/contract/signature-request-shapes.ts'
import { createStore } from '../browser/store.ts'

/** What the way back from a trust service came to, for the page of the document: it says so once. */
export const returnedSigning = createStore<SigningStatus | null>(null)

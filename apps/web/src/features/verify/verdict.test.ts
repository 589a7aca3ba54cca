import type { Validation } from '@countersign/contract/validations.ts'
import { expect, it } from 'vitest'
import { verdictOf } from './verdict.ts'

function found(change: Partial<Validation>, problem?: Validation['file']['problem']): Validation {
  return {
    overall: 'TOTAL_PASSED',
    withReservation: false,
    signatures: [],
    file: { sha256: '', size: 1, pages: 1, revisions: [], ...(problem && { problem }) },
    ...change,
  } as unknown as Validation
}

it.each([
  [found({}), 'valid'],
  [found({ withReservation: true }), 'reserved'],
  [found({ overall: 'TOTAL_FAILED', withReservation: true }), 'invalid'],
  [found({ overall: 'INDETERMINATE' }), 'undecided'],
  [found({ overall: 'NO_SIGNATURE' }), 'unsigned'],
  // Nothing is said of what could not be read, least of all that it is fine.
  [found({ overall: 'TOTAL_PASSED' }, 'damaged'), 'unreadable'],
] as const)('judges as the report does', (validation, verdict) => {
  expect(verdictOf(validation)).toBe(verdict)
})

import type { Validation } from '@countersign/contract/validations.ts'
import { describe, expect, it } from 'vitest'
import { commonFindings, verdictOf, withoutFindings } from './verdict.ts'

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
] as const)('the page judges as the report does', (validation, verdict) => {
  expect(verdictOf(validation)).toBe(verdict)
})

describe('what was found of all signatures', () => {
  const unknown = { code: 'ISSUER_UNKNOWN', parameters: { issuer: 'A' } }
  const changed = { code: 'HASH_MISMATCH' }
  const first = { errors: [changed], warnings: [unknown] } as never
  const second = { errors: [], warnings: [unknown] } as never

  it('is said once, and what concerns one of them stays with it', () => {
    const common = commonFindings([first, second])
    expect(common).toEqual({ errors: [], warnings: [unknown] })
    expect(withoutFindings(first, common)).toEqual({ errors: [changed], warnings: [] })
  })

  it('is nothing where there is one signature, or where the details differ', () => {
    expect(commonFindings([first])).toEqual({ errors: [], warnings: [] })
    const other = { errors: [], warnings: [{ ...unknown, parameters: { issuer: 'B' } }] } as never
    expect(commonFindings([first, other]).warnings).toEqual([])
  })
})

import type { Validation, ValidatedSignature } from '@countersign/contract/validations.ts'
import { describe, expect, it } from 'vitest'
import {
  canBeTriedLater,
  commonFindings,
  isUnrenewedTimestamp,
  peoplesSignatures,
  signatureVerdict,
  signedBy,
  statedName,
  verdictOf,
  withoutFindings,
} from './verdict.ts'

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

it.each([
  [{ indication: 'TOTAL_PASSED', withReservation: false }, 'valid'],
  [{ indication: 'TOTAL_PASSED', withReservation: true }, 'reserved'],
  [{ indication: 'INDETERMINATE', withReservation: false }, 'undecided'],
  [{ indication: 'TOTAL_FAILED', withReservation: true }, 'invalid'],
] as const)('a signature is judged as the report does', (signature, verdict) => {
  expect(signatureVerdict(signature as ValidatedSignature)).toBe(verdict)
})

it('a document timestamp is nobody’s signature', () => {
  const [signature, timestamp] = [{ type: 'signature' }, { type: 'timestamp' }]
  expect(peoplesSignatures(found({ signatures: [signature, timestamp] as never }))).toEqual([signature])
})

describe('a signature is shown', () => {
  const signature = (change: object) =>
    ({
      claims: { name: 'Anna Keller' },
      signer: { displayName: 'Ben Frei' },
      ...change,
    }) as ValidatedSignature
  const shown = (change: object) => [signedBy(signature(change)), statedName(signature(change))]

  it('under the name in its certificate, with the name stated in the signature beside it', () => {
    expect(shown({})).toEqual(['Ben Frei', 'Anna Keller'])
    expect(shown({ signer: { displayName: 'Anna Keller' } })).toEqual(['Anna Keller', null])
    expect(shown({ claims: {} })).toEqual(['Ben Frei', null])
  })

  it('under the name stated in it if this installation signed for that person', () => {
    expect(shown({ sharedCertificate: true })).toEqual(['Anna Keller', null])
    expect(shown({ sharedCertificate: true, claims: {} })).toEqual(['Ben Frei', null])
  })

  it('without a name if no certificate gives one', () => {
    expect(shown({ signer: null })).toEqual([null, 'Anna Keller'])
  })
})

it('a file can be checked again later unless one of its signatures has another problem', () => {
  const passed = { indication: 'TOTAL_PASSED' }
  const waiting = { indication: 'INDETERMINATE', subIndication: 'TRY_LATER' }
  const revoked = { indication: 'INDETERMINATE', subIndication: 'REVOKED_NO_POE' }
  expect(canBeTriedLater(found({ signatures: [passed, waiting] as never }))).toBe(true)
  expect(canBeTriedLater(found({ signatures: [passed, waiting, revoked] as never }))).toBe(false)
})

it('a timestamp still confirms its time if only a later status is missing; a signature is told apart', () => {
  const one = (type: string, subIndication?: string) =>
    isUnrenewedTimestamp({ type, subIndication } as ValidatedSignature)
  expect(one('timestamp', 'TRY_LATER')).toBe(true)
  expect(one('timestamp', 'REVOKED_NO_POE')).toBe(false)
  expect(one('timestamp')).toBe(false)
  expect(one('signature', 'TRY_LATER')).toBe(false)
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

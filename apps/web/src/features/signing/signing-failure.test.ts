import { SigningError } from '@countersign/contract/errors.ts'
import { sign } from '@countersign/contract/signing.ts'
import { expect, it } from 'vitest'
import { hasWording, signingFailure } from './signing-failure.ts'

it('has words of its own for each way in which a signing fails, and for each refusal of the call', () => {
  const codes = [...SigningError.options, ...sign.errors]
  expect(codes.filter((code) => !hasWording(code))).toEqual([])
})

it('offers another try where one may help, and a way on where one does not', () => {
  expect(signingFailure('tan_locked').mayRetry).toBe(true)
  expect(signingFailure('cancelled').mayRetry).toBe(true)
  expect(signingFailure('serial_number_mismatch')).toMatchObject({ mayRetry: false, way: 'identification' })
  expect(signingFailure('signing.identification_required')).toMatchObject({ way: 'identification' })
  expect(signingFailure('signatures_exhausted').mayRetry).toBe(false)
})

import { SigningError } from '@countersign/contract/errors.ts'
import { sign } from '@countersign/contract/signing.ts'
import { expect, it } from 'vitest'
import { hasWording, signingFailure } from './signing-failure.ts'

it('the page has words of its own for each way in which a signing fails, and for each refusal of the call', () => {
  const codes = [...SigningError.options, ...sign.errors]
  expect(codes.filter((code) => !hasWording(code))).toEqual([])
})

it('the page offers another try where one may help, and a way on where one does not', () => {
  expect(signingFailure('tan_locked').mayRetry).toBe(true)
  expect(signingFailure('cancelled').mayRetry).toBe(true)
  expect(signingFailure('serial_number_mismatch')).toMatchObject({
    mayRetry: false,
    remedy: 'identification',
  })
  expect(signingFailure('signing.identification_required')).toMatchObject({ remedy: 'identification' })
  expect(signingFailure('signatures_exhausted').mayRetry).toBe(false)
})

it('the page names what went wrong, each error of a signing at a trust service by a title of its own', () => {
  const titles = [
    ['signing_failed', 'We couldn’t create your signature'],
    ['service_unavailable', 'The trust service is unavailable'],
    ['mobile_signing_failed', 'Your phone didn’t confirm'],
    ['serial_number_mismatch', 'Your confirmation doesn’t match your identity check'],
    ['identification_required', 'Verify your identity first'],
    ['tan_locked', 'Too many incorrect codes'],
    ['timed_out', 'Signing timed out'],
    ['cancelled', 'The signature was cancelled'],
  ] as const
  expect(titles.map(([code]) => [code, signingFailure(code).title.message])).toEqual(titles)
})

import { describe, expect, it } from 'vitest'
import { failureReason, mayTryAgain } from './failure-reason.ts'

describe('the reason of a failure', () => {
  it('is one of the closed list', () => {
    expect(failureReason(new URLSearchParams('reason=wrong_domain'))).toBe('wrong_domain')
    expect(failureReason(new URLSearchParams('reason=<b>toString'))).toBe('invalid_response')
    expect(failureReason(new URLSearchParams())).toBe('invalid_response')
  })
  it('tells whether trying again may help', () => {
    expect(mayTryAgain('cancelled')).toBe(true)
    expect(mayTryAgain('email_unverified')).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { failureReason, mayTryAgain } from './failure-reason.ts'
import { providerAddress } from './provider-address.ts'

describe('the way to the provider', () => {
  const origin = 'https://sign.example.org'
  it('says where to come back to, encoded, beside what the address has already', () => {
    expect(providerAddress('/v1/single-sign-on/acme?hint=a%40b.ch', '/dashboard?tab=inbox&q=x', origin)).toBe(
      `${origin}/v1/single-sign-on/acme?hint=a%40b.ch&return_to=%2Fdashboard%3Ftab%3Dinbox%26q%3Dx`,
    )
  })
  it('takes an absolute address as it is', () => {
    expect(providerAddress('https://id.example.org/start', '/', origin)).toBe(
      'https://id.example.org/start?return_to=%2F',
    )
  })
})

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

import { describe, expect, it } from 'vitest'
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

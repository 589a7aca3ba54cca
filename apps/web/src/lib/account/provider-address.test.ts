import { describe, expect, it } from 'vitest'
import { enteredEmailCookie, providerAddress } from './provider-address.ts'

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

describe('the email that was entered', () => {
  it('is sent to the address that leads to its company, by pages of this site alone', () => {
    const start = 'https://sign.example.org/v1/single-sign-on/start'
    const address = `${start}?email=anna%2Bx%40b%C3%BCcher.example&return_to=%2F`
    expect(enteredEmailCookie(address)).toBe(
      'countersign.company-sign-in=anna%2Bx%40b%C3%BCcher.example; Path=/v1/single-sign-on/start; Max-Age=120; SameSite=Strict; Secure',
    )
    expect(enteredEmailCookie(address.replace('https', 'http'))).not.toContain('Secure')
  })
})

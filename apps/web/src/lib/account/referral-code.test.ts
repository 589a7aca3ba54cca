import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetReferralCode, keepReferralCode, referralCode } from './referral-code.ts'

describe('the code of the person who referred a visitor', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
  })

  it.each(['?ucc=partner-7', '?celloUCC=partner-7&ucc=other'])('is taken from %s and kept', (search) => {
    keepReferralCode(search)
    keepReferralCode('')
    expect(referralCode()).toBe('partner-7')
  })
  it('is forgotten once it is used', () => {
    keepReferralCode('?ucc=partner-7')
    forgetReferralCode()
    expect(referralCode()).toBeNull()
  })
  it('is left out where the service would not take it: signing up never fails because of it', () => {
    keepReferralCode(`?ucc=${'x'.repeat(101)}`)
    expect(referralCode()).toBeNull()
    keepReferralCode('?ucc=%20')
    keepReferralCode('?ucc=a%00b')
    expect(referralCode()).toBeNull()
    kept.set('countersign.ucc', 'a\nb')
    expect(referralCode()).toBeNull()
  })
})

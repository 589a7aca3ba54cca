import { describe, expect, it } from 'vitest'
import { offeredMethods } from './offered-methods.ts'

describe('the methods that finish a sign-in', () => {
  it('begin with the passkey, whatever order they come in', () => {
    const challenge = { methods: ['recovery_code', 'totp', 'passkey'] as const, passkey: { challenge: 'x' } }
    expect(offeredMethods({ ...challenge, methods: [...challenge.methods] }, true)).toEqual([
      'passkey',
      'totp',
      'recovery_code',
    ])
  })
  it('leave the passkey out where the browser has none or the service sent no options', () => {
    const methods: ['passkey', 'recovery_code'] = ['passkey', 'recovery_code']
    expect(offeredMethods({ methods, passkey: { challenge: 'x' } }, false)).toEqual(['recovery_code'])
    expect(offeredMethods({ methods, passkey: null }, true)).toEqual(['recovery_code'])
  })
  it('are none where only a passkey is set up and the browser has none', () => {
    expect(offeredMethods({ methods: ['passkey'], passkey: { challenge: 'x' } }, false)).toEqual([])
  })
})

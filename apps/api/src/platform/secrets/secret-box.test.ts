import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { open, seal, SecretUnopenable } from './secret-box.ts'

const masterKey = randomBytes(32)
const secret = Buffer.from('a private key')

describe('a sealed secret', () => {
  const sealed = seal(masterKey, secret, 'authority_keys/root')

  test('opens with its key and context, and does not show what it holds', () => {
    expect(Buffer.from(open(masterKey, sealed, 'authority_keys/root')).toString()).toBe('a private key')
    expect(Buffer.from(sealed).includes(secret)).toBe(false)
  })

  test('is another one each time', () => {
    expect(Buffer.from(sealed).equals(seal(masterKey, secret, 'authority_keys/root'))).toBe(false)
  })

  test('stays closed with another key, and the error names the secret and the setting', () => {
    const opening = () => open(randomBytes(32), sealed, 'authority_keys/root')
    expect(opening).toThrow(SecretUnopenable)
    expect(opening).toThrow(/authority_keys\/root.*COUNTERSIGN_MASTER_KEY/)
  })

  test('stays closed in another place', () => {
    expect(() => open(masterKey, sealed, 'authority_keys/issuing')).toThrow(SecretUnopenable)
  })

  test('stays closed when any bit of it has changed, or when it is cut', () => {
    for (let at = 0; at < sealed.length; at++) {
      const changed = Uint8Array.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => open(masterKey, changed, 'authority_keys/root')).toThrow(SecretUnopenable)
      expect(() => open(masterKey, sealed.subarray(0, at), 'authority_keys/root')).toThrow(SecretUnopenable)
    }
  })
})

import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DecryptionFailed, decrypt, encrypt, keyOf, reencrypt } from './secret-box.ts'

const masterKey = { current: randomBytes(32), previous: [] }
const secret = Buffer.from('a private key')

describe('an encrypted secret', () => {
  const encrypted = encrypt(masterKey, secret, 'authority_keys/root')

  test('opens with its key and context, and does not show what it holds', () => {
    expect(Buffer.from(decrypt(masterKey, encrypted, 'authority_keys/root')).toString()).toBe('a private key')
    expect(Buffer.from(encrypted).includes(secret)).toBe(false)
  })

  test('is another one each time', () => {
    expect(Buffer.from(encrypted).equals(encrypt(masterKey, secret, 'authority_keys/root'))).toBe(false)
  })

  test('stays closed with another key, and the error names the secret and the setting', () => {
    const opening = () =>
      decrypt({ current: randomBytes(32), previous: [] }, encrypted, 'authority_keys/root')
    expect(opening).toThrow(DecryptionFailed)
    expect(opening).toThrow(/authority_keys\/root.*COUNTERSIGN_MASTER_KEY/)
  })

  test('stays closed in another place', () => {
    expect(() => decrypt(masterKey, encrypted, 'authority_keys/issuing')).toThrow(DecryptionFailed)
  })

  test('stays closed when any bit of it has changed, or when it is cut', () => {
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Uint8Array.from(encrypted)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => decrypt(masterKey, changed, 'authority_keys/root')).toThrow(DecryptionFailed)
      expect(() => decrypt(masterKey, encrypted.subarray(0, at), 'authority_keys/root')).toThrow(
        DecryptionFailed,
      )
    }
  })
})

describe('a master key that replaces another', () => {
  const next = { current: randomBytes(32), previous: [masterKey.current] }
  const before = encrypt(masterKey, secret, 'authority_keys/root')

  test('opens what either encrypted, and is the one that encrypts', () => {
    expect(Buffer.from(decrypt(next, before, 'authority_keys/root'))).toEqual(secret)
    const after = encrypt(next, secret, 'authority_keys/root')
    expect(keyOf(next, after, 'authority_keys/root')).toBe(next.current)
    expect(() => decrypt(masterKey, after, 'authority_keys/root')).toThrow(DecryptionFailed)
  })

  test('encrypts a value again once, and the one before is not needed for it any longer', () => {
    const fresh = reencrypt(next, before, 'authority_keys/root')
    expect(fresh).not.toBeNull()
    const alone = { current: next.current, previous: [] }
    expect(Buffer.from(decrypt(alone, fresh!, 'authority_keys/root'))).toEqual(secret)
    expect(reencrypt(next, fresh!, 'authority_keys/root')).toBeNull()
    expect(() => reencrypt(alone, before, 'authority_keys/root')).toThrow(DecryptionFailed)
  })
})

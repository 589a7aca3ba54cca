import { describe, expect, it } from 'vitest'
import { addressOf, authorizationOf } from './request.ts'

describe("a call's address", () => {
  it('has its parts filled in and encoded', () => {
    expect(addressOf('/v3/documents/{id}/pages/{n}', { id: 'a/b', n: '0' }, { scale: '20' })).toBe(
      '/v3/documents/a%2Fb/pages/0?scale=20',
    )
  })
  it('leaves out what is not given', () => {
    expect(addressOf('/v1/user', undefined, { v2: undefined })).toBe('/v1/user')
  })
})

describe('the Authorization header', () => {
  const direct = { userId: 'secret', requestId: '7' }
  it('is the bearer token of the session', () => {
    expect(authorizationOf('user', undefined, 't')).toBe('Bearer t')
    expect(authorizationOf('user', undefined, undefined)).toBeNull()
  })
  it("is made of a direct-sign visitor's two ids", () => {
    expect(authorizationOf('direct', direct, 't')).toBe(`Basic ${btoa('secret:7')}`)
    expect(authorizationOf('user-or-direct', direct, 't')).toBe(`Basic ${btoa('secret:7')}`)
  })
  it('stays away from calls that take none', () => {
    expect(authorizationOf('none', undefined, 't')).toBeNull()
    expect(authorizationOf('token', direct, 't')).toBeNull()
    expect(authorizationOf('user', 'none', 't')).toBeNull()
  })
})

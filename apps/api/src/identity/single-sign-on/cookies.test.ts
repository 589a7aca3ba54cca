import { expect, test } from 'vitest'
import { beginCookie, clearedBeginCookie, ssoCodeCookie, readBeginCookie } from './cookies.ts'

const begun = { state: 'state', browserSecret: 'secret' }

test('where the product is reached by TLS, so are its cookies', () => {
  const cookies = (isSecure: boolean) => [
    beginCookie(begun, isSecure),
    clearedBeginCookie('state', isSecure),
    ssoCodeCookie('code', isSecure),
  ]
  for (const cookie of cookies(true)) expect(cookie).toMatch(/; SameSite=Lax; Secure$/)
  for (const cookie of cookies(false)) expect(cookie).not.toContain('Secure')
  // The page's script reads the code; nothing reads the other but we.
  expect(cookies(true).map((cookie) => cookie.includes('HttpOnly'))).toEqual([true, true, false])
})

test('each sign-in has its own, found among others, and its name tells nothing of the state', () => {
  const mine = beginCookie(begun, true).split(';')[0]
  const theirs = beginCookie({ state: 'other', browserSecret: 'other' }, true).split(';')[0]
  expect(mine).not.toContain('state')
  expect(readBeginCookie(`a=b; ${theirs}; ${mine};x`, 'state')).toBe('secret')
  expect(readBeginCookie(`a=b; ${theirs}`, 'state')).toBeUndefined()
  expect(readBeginCookie(undefined, 'state')).toBeUndefined()
})

import { expect, it } from 'vitest'
import { cookieText } from './cookie.ts'

it('the browser keeps a cookie a year, for this site alone', () => {
  expect(cookieText('view', '{"a":1}', false)).toBe(
    'view=%7B%22a%22%3A1%7D; Path=/; Max-Age=31536000; SameSite=Strict',
  )
  expect(cookieText('view', 'x', true)).toMatch(/; Secure$/)
})

import { expect, it } from 'vitest'
import { linkIn } from './direct-link.ts'
import { identificationAddress } from './identification-address.ts'

it('the address leads an account there and back to the request', () => {
  expect(identificationAddress({ law: 'EIDAS', requestId: '7' }, '?lang=de')).toBe(
    '/profile/signature-standards/eidas?request=7',
  )
})

it('the address takes along what a link’s address says besides', () => {
  const address = identificationAddress(
    { law: 'ZERTES', requestId: '7', userId: 'secret' },
    '?hideDownload=true&exitUrl=https%3A%2F%2Fa.example%2F',
  )
  expect(address).toMatch(/^\/direct-sign\/identification\/zertes\?/)
  expect(linkIn(new URL(address, 'http://localhost').searchParams)).toEqual({
    id: '7',
    userid: 'secret',
    query: 'hideDownload=true&exitUrl=https%3A%2F%2Fa.example%2F',
  })
})

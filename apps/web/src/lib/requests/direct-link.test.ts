import { expect, it } from 'vitest'
import { linkIn } from './direct-link.ts'

it('the app takes the link out of an address and keeps the rest', () => {
  const query = new URLSearchParams('id=7&userid=secret&hideDownload=true')
  expect(linkIn(query)).toEqual({ id: '7', userid: 'secret', query: 'hideDownload=true' })
})

it.each(['', 'id=7', 'userid=secret', 'id=&userid=secret'])('the app finds none in “%s”', (query) => {
  expect(linkIn(new URLSearchParams(query))).toBeNull()
})

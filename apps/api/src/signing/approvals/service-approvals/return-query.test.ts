import { expect, test } from 'vitest'
import { asQuery, readStoredQuery, storedQuery } from './return-query.ts'

test('a query given by its names reads as it would in an address', () => {
  expect(asQuery('code=a%20b&state=c')).toBe('code=a%20b&state=c')
  expect(asQuery({ code: 'a b', state: 'c', scope: ['sign', 'ident'], left: null, isNew: true })).toBe(
    'code=a+b&state=c&scope=sign&scope=ident&isNew=true',
  )
})

test('what the page wants to know again comes back as it was given', () => {
  for (const given of ['from=list', '', '{}', 'null', { from: 'list', page: 2, tags: ['a', null] }])
    expect(readStoredQuery(storedQuery(given))).toEqual(given)
  expect(readStoredQuery(null)).toBeNull()
  // Kept before objects were taken.
  for (const old of ['from=list', '42', 'null', '']) expect(readStoredQuery(old)).toBe(old)
})

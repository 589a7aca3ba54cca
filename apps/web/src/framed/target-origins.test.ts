import { expect, test } from 'vitest'
import { targetOrigins } from './target-origins.ts'

const portal = 'https://portal.example.com'
const shop = 'https://shop.example.com'
const allowed = [portal, shop]

test('events are for the website that shows the frame', () => {
  expect(targetOrigins(allowed, { ancestor: shop, referrer: '' })).toEqual([shop])
  expect(targetOrigins(allowed, { ancestor: undefined, referrer: `${shop}/orders/7` })).toEqual([shop])
  // What the browser says counts, not what a page may have said.
  expect(targetOrigins(allowed, { ancestor: shop, referrer: `${portal}/` })).toEqual([shop])
})

test('a website that isn’t allowed is told nothing', () => {
  expect(targetOrigins(allowed, { ancestor: 'https://evil.example', referrer: `${shop}/` })).toEqual([])
  expect(targetOrigins(allowed, { ancestor: 'null', referrer: '' })).toEqual([])
  expect(targetOrigins(allowed, { ancestor: undefined, referrer: 'https://evil.example/' })).toEqual([])
  expect(targetOrigins([], { ancestor: undefined, referrer: '' })).toEqual([])
})

test('where no website is named, the browser delivers to the one of the allowed that is there; never to any', () => {
  expect(targetOrigins(allowed, { ancestor: undefined, referrer: '' })).toEqual(allowed)
})

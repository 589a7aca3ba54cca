import { expect, test } from 'vitest'
import { isNewBrowser } from './session.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0.2'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari'
const newerPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari'

test.each([
  ['the first of all', [], firefox, false],
  ['the same', [phone, firefox], firefox, false],
  ['a newer version of the same', [firefox], newerFirefox, false],
  ['the same phone with a newer system', [phone], newerPhone, false],
  ['another', [firefox], phone, true],
  ['one that does not say its name', [firefox], '', true],
  ['any, where the earlier ones were not written down', ['', ''], firefox, false],
] as const)('a browser that is %s', (_what, earlier, userAgent, isNew) => {
  const unproven = earlier.map((one) => ({ userAgent: one, isKnown: false }))
  expect(isNewBrowser(unproven, { userAgent, isKnown: false })).toBe(isNew)
})

const known = { userAgent: firefox, isKnown: true }
const unknown = { userAgent: firefox, isKnown: false }

test.each([
  ['another of the same name as one that is known', [unknown, known], unknown, true],
  ['one that is known under another name', [known], { userAgent: phone, isKnown: true }, false],
  ['one of the same name as some that never were known', [unknown, unknown], unknown, false],
] as const)('as to what it keeps, a browser that is %s', (_what, earlier, browser, isNew) => {
  expect(isNewBrowser(earlier, browser)).toBe(isNew)
})

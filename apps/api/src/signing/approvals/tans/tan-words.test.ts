import { Language } from '@countersign/contract/values.ts'
import { expect, test } from 'vitest'
import { shortTitle, tanMessage } from './tan-words.ts'

test.each(Language.options)(
  'in %s a message with a long title is one message, and the code comes first',
  (language) => {
    const title = shortTitle(['Rental contract for the flat in Lindenhofstrasse 17, third floor', 'Rules'])
    const text = tanMessage(language, { service: 'Countersign', code: '012345', title })
    expect(text).toMatch(/^Countersign: 012345 /)
    expect(text).toContain('"Rental contract for the flat in Lindenh... (+1)"')
    expect(text.length).toBeLessThanOrEqual(160)
    expect(text).toMatch(/^[A-Za-z0-9 :".,()+è]+$/)
  },
)

test('a title is one line, and a long one is cut between characters', () => {
  expect(shortTitle(['Lease\r\nof\u0000 June '])).toBe('Lease of June')
  expect([...shortTitle(['🦊'.repeat(60)])]).toHaveLength(40)
  expect(shortTitle(['A', 'B', 'C'])).toBe('A (+2)')
})

import { expect, test } from 'vitest'
import { directionOf, directionRuns } from './bidi.ts'

/** Runs in display order, those from right to left in angle brackets. */
const shown = (line: string, paragraph = line): string =>
  directionRuns(line, directionOf(paragraph))
    .map(({ text, rightToLeft }) => (rightToLeft ? `<${text}>` : text))
    .join('')

test.each([
  ['a Latin name', 'Anna Müller', 'Anna Müller'],
  ['an Arabic name', 'محمد علي', '<محمد علي>'],
  ['a Latin word after a Hebrew name', 'דוד Smith', 'Smith<דוד >'],
  ['an Arabic name within a Latin line', 'By محمد علي today', 'By <محمد علي> today'],
  ['digits after an Arabic word in a Latin line', 'By محمد 2026 ok', 'By 2026<محمد > ok'],
  ['digits in an Arabic line', 'محمد 2026', '2026<محمد >'],
  ['a bracket at the end of a Hebrew line', 'דוד (Dr)', '<)>Dr<דוד (>'],
  ['a time and a date after a Hebrew word', 'חיפה, 2026-11-21 02:05', '02:05< >2026-11-21<חיפה, >'],
  ['a time and a date after an Arabic word', 'دبي 21-11 02:05', '02:05< >11<->21<دبي >'],
  ['vowel points', 'דָּוִד', '<דָּוִד>'],
  ['a company in brackets within a Hebrew line', 'דוד (Muster AG) כהן', '<) כהן>Muster AG<דוד (>'],
  ['an isolated Arabic name (UAX #9 X5a)', 'a \u2067محمد\u2069 b', 'a \u2067<محمد>\u2069 b'],
  ['nothing', '', ''],
])('%s', (_, line, expected) => {
  expect(shown(line)).toBe(expected)
})

test.each([
  ['a Latin word at the beginning', 'Smith דוד', 'שלום Smith דוד', '< דוד>Smith'],
  ['Latin words alone, and a full stop', 'Muster AG.', 'שלום Muster AG.', '<.>Muster AG'],
  ['a Hebrew word at the beginning, of a Latin text', 'דוד Smith', 'By דוד Smith', '<דוד> Smith'],
])('a line of a longer text runs as the text does: %s', (_, line, text, expected) => {
  expect(shown(line, text)).toBe(expected)
})

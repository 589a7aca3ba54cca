import { expect, test } from 'vitest'
import { canonical, isCanonicalText } from './canonical-json.ts'

test('keys are sorted by their UTF-16 code units, as RFC 8785 §3.2.3 has it', () => {
  const value = { '€': 1, '\r': 2, '\u{1f600}': 3, '1': 4, ö: 5, '\ufb33': 6, '10': 7, '9': 8 }
  expect(canonical(value)).toBe('{"\\r":2,"1":4,"10":7,"9":8,"ö":5,"€":1,"\u{1f600}":3,"\ufb33":6}')
})

test.each<[number, string]>([
  [0, '0'],
  [-0, '0'],
  [1e21, '1e+21'],
  [1e20, '100000000000000000000'],
  [0.000001, '0.000001'],
  [1e-7, '1e-7'],
  [5e-324, '5e-324'],
  [333333333.3333333, '333333333.3333333'],
])('the number %d is written %s, as RFC 8785 §3.2.2.3 has it', (number, text) => {
  expect(canonical(number)).toBe(text)
})

test('strings are escaped no more than they must be', () => {
  expect(canonical('\u0000\b\t\n\f\r"\\/\u007f\u2028é')).toBe('"\\u0000\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028é"')
})

test('what JSON cannot hold has no canonical form: no hash over it could be computed again', () => {
  for (const value of [
    Number.NaN,
    Infinity,
    '\ud800',
    [undefined],
    { a: new Date(0) },
    { a: 1n },
    Buffer.of(1),
  ])
    expect(() => canonical(value)).toThrow(TypeError)
  expect(canonical({ a: undefined, b: [null, true] })).toBe('{"b":[null,true]}')
})

test('a text with white space between its parts is as good; one with a member twice, unsorted or rewritten is not', () => {
  const isExact = (text: string) => isCanonicalText(text, JSON.parse(text))
  expect(isExact('{"a": [1, 2],\n "b" : " x \\" y "}\n')).toBe(true)
  expect(isExact('{"a":1,"a":2}')).toBe(false)
  expect(isExact('{"b":1,"a":2}')).toBe(false)
  expect(isExact('{"a":1.0}')).toBe(false)
  expect(isExact('{"a":"\\u0041"}')).toBe(false)
})

import { expect, test } from 'vitest'
import { canonical, isCanonicalText } from './canonical-json.ts'

test('keys are sorted by their UTF-16 code units, as RFC 8785 §3.2.3 has it', () => {
  const value = { '€': 1, '\r': 2, '\u{1f600}': 3, '1': 4, ö: 5, '\ufb33': 6, '10': 7, '9': 8 }
  expect(canonical(value)).toBe('{"\\r":2,"1":4,"10":7,"9":8,"ö":5,"€":1,"\u{1f600}":3,"\ufb33":6}')
})

// The examples of the RFC itself: who verifies evidence with another implementation gets the same bytes.
test('the example of RFC 8785 §3.2.2 comes out as its UTF-8 bytes of §3.2.4', () => {
  const given = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`
  const bytes = `7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72
    75 65 2c 66 61 6c 73 65 5d 2c 22 6e 75 6d 62 65 72 73 22 3a
    5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31
    65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37
    5d 2c 22 73 74 72 69 6e 67 22 3a 22 e2 82 ac 24 5c 75 30 30
    30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d`
  expect(Buffer.from(canonical(JSON.parse(given))).toString('hex')).toBe(bytes.replaceAll(/\s/g, ''))
})

test('the members of the example of RFC 8785 §3.2.3 come out in its order', () => {
  const given = String.raw`{
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  }`
  const names = [...canonical(JSON.parse(given)).matchAll(/:"([^"]+)"/g)].map(([, name]) => name)
  expect(names).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
})

const double = (hex: string) => Buffer.from(hex, 'hex').readDoubleBE()

test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('the double %s of RFC 8785 appendix B is written %s', (hex, text) => {
  expect(canonical(double(hex))).toBe(text)
})

test.each(['7fffffffffffffff', '7ff0000000000000'])('the double %s of appendix B is refused', (hex) => {
  expect(() => canonical(double(hex))).toThrow(TypeError)
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

import { expect, test } from 'vitest'
import { repeatedKeyIn } from './unique-keys.ts'

test.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":[{"c":1},{"c":2}],"b" : 3}}', 'b'],
  [String.raw`{"a\"}":1,"x":"a\"}","a\"}":2}`, 'a"}'],
  [String.raw`{"hash":1,"\u0068ash":2}`, 'hash'],
])('%s has a name twice', (text, name) => {
  expect(repeatedKeyIn(text)).toBe(name)
})

test.each([
  '{"a":{"a":{"a":"a"}},"b":["a","a",{"a":1}]}',
  String.raw`{"a":"\"b\":1,\"b\":2","b":"{\"b\":[}"}`,
  '[{"a":1},{"a":1}]',
])('%s has every name once an object', (text) => {
  expect(repeatedKeyIn(text)).toBeUndefined()
})

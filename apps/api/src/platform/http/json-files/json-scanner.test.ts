import { describe, expect, test } from 'vitest'
import { Refusal } from '#api/platform/refusal.ts'
import { base64Decoder } from './base64-decoder.ts'
import { jsonScanner } from './json-scanner.ts'

/** What a scanner makes of a body that arrives in chunks of this size: the JSON, and the files in order. */
function scanned(body: string, chunkSize: number, members = ['content', 'documents.*.content']) {
  const json: Buffer[] = []
  const files: string[] = []
  const scan = jsonScanner(members, {
    json: (bytes) => void json.push(Buffer.from(bytes)),
    begin: () => void files.push(''),
    text: (part) => void (files[files.length - 1] += part),
    end: () => `file ${files.length}`,
  })
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += chunkSize) scan(bytes.subarray(at, at + chunkSize))
  return { json: Buffer.concat(json).toString(), files }
}
const sizes = [1, 2, 3, 7, 64, 100_000]

describe.each(sizes)('in chunks of %i bytes', (size) => {
  test.each<[given: string, json: string, files: string[]]>([
    ['{"content":"QUJD","title":"x"}', '{"content":"file 1","title":"x"}', ['QUJD']],
    [' { "title" : "x" , "content" : "" } ', ' { "title" : "x" , "content" : "file 1" } ', ['']],
    ['{"\\u0063ontent":"QUJD"}', '{"\\u0063ontent":"file 1"}', ['QUJD']],
    ['{"content":"a\\/b\\u002Bc\\u003d\\r\\n"}', '{"content":"file 1"}', ['a/b+c=\r\n']],
    ['{"content":"a\\"}\\\\","b":1}', '{"content":"file 1","b":1}', ['a"}\\']],
    ['{"content":"\\\\\\\\","b":"\\\\"}', '{"content":"file 1","b":"\\\\"}', ['\\\\']],
    [
      '{"documents":[{"name":"a","content":"QQ=="},{"id":"x"},{"content":"Qg=="}]}',
      '{"documents":[{"name":"a","content":"file 1"},{"id":"x"},{"content":"file 2"}]}',
      ['QQ==', 'Qg=='],
    ],
    ['{"title":"\\"content\\":\\"QUJD\\""}', '{"title":"\\"content\\":\\"QUJD\\""}', []],
    ['{"other":{"content":"QUJD"}}', '{"other":{"content":"QUJD"}}', []],
    ['{"content":["QUJD"],"é":"ü"}', '{"content":["QUJD"],"é":"ü"}', []],
    ['{"content":null}', '{"content":null}', []],
    ['["content","QUJD"]', '["content","QUJD"]', []],
    ['"content"', '"content"', []],
    ['\ufeff{"content":"QUJD"}', '\ufeff{"content":"file 1"}', ['QUJD']],
    ['{"content" "QUJD"}', '{"content" "file 1"}', ['QUJD']],
    ['}{]["content":"QUJD"', '}{]["content":"QUJD"', []],
    ['{"content":"QUJ', '{"content":', ['QUJ']],
    ['', '', []],
  ])('%s', (given, json, files) => {
    expect(scanned(given, size)).toEqual({ json, files })
  })

  test.each([
    ['{"content":"QQ==","content":"Qg=="}', 'content'],
    ['{"content":"QQ==","\\u0063ontent":"Qg=="}', 'content'],
    ['{"content":1,"content":"Qg=="}', 'content'],
    ['{"title":"a","title":"b"}', 'title'],
    ['{"documents":[{},{"name":"a","name":"b"}]}', 'documents.1.name'],
  ])('%s is refused: a name twice', (given, field) => {
    expect(() => scanned(given, size)).toThrow(
      expect.objectContaining({
        key: 'validation.failed',
        fields: [{ field, code: 'twice', message: 'Named twice' }],
      }),
    )
  })

  test.each([
    ['too many levels', '['.repeat(33)],
    ['too many levels of objects', '{"a":'.repeat(33)],
    ['an endless name', `{"${'a'.repeat(1001)}":1}`],
    ['a name that can’t be read', '{"\\x":1}'],
    ['a file with a control character', '{"content":"QU\nJD"}'],
    ['a file with an escape that can’t be read', '{"content":"QU\\xJD"}'],
  ])('%s is malformed', (_, given) => {
    expect(() => scanned(given, size)).toThrow(expect.objectContaining({ key: 'request.malformed' }))
    expect(() => scanned(given, size)).toThrow(Refusal)
  })
})

test('any valid JSON without a file member comes through unchanged', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const value = randomValue(seed, 5)
    const text = JSON.stringify(value)
    for (const size of [1, 5, 1000]) expect(scanned(text, size)).toEqual({ json: text, files: [] })
  }
})

/** Of strings full of what has a meaning in JSON. */
function randomValue(seed: number, levels: number): unknown {
  let state = seed
  const next = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most
  const string = (): string =>
    Array.from({ length: next(9) }, () => '"\\{}[]:,é\n contentA=/'.at(next(22))).join('')
  const value = (left: number): unknown => {
    const kind = next(left > 0 ? 7 : 5)
    if (kind < 3) return string()
    if (kind < 5) return [null, true, 12.5e3][next(3)]
    const many = Array.from({ length: next(5) }, () => value(left - 1))
    return kind === 5 ? many : Object.fromEntries(many.map((one, index) => [`${index}${string()}`, one]))
  }
  return value(levels)
}

describe('base64', () => {
  function decoded(text: string, size: number): string | null {
    const decoder = base64Decoder()
    const parts: Buffer[] = []
    for (let at = 0; at < text.length; at += size) parts.push(decoder.push(text.slice(at, at + size)))
    parts.push(decoder.end())
    return decoder.isValid ? Buffer.concat(parts).toString('hex') : null
  }
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => (index * 7919) % 256))

  test.each([1, 2, 3, 4, 5, 76, 10_000])('in parts of %i characters is what Node makes of it', (size) => {
    for (let length = 0; length < 30; length++) {
      const text = bytes.toString('base64', 0, length)
      const hex = bytes.toString('hex', 0, length)
      expect(decoded(text, size)).toBe(hex)
      expect(decoded(text.replaceAll('=', ''), size)).toBe(hex)
      expect(decoded(text.replaceAll(/(.{5})/g, '$1\r\n'), size)).toBe(hex)
    }
    expect(decoded(bytes.toString('base64'), size)).toBe(bytes.toString('hex'))
  })

  test.each([
    'A',
    'AAAAA',
    'AA=A',
    '=AAA',
    'AAAA=',
    'AAA==',
    'AA===',
    '====',
    '=',
    'AA-_',
    'AA A',
    'AAé=',
    'AA\u0000A',
    '~',
  ])('%j is none', (text) => {
    for (const size of [1, 2, 3, 100]) expect(decoded(text, size)).toBeNull()
  })
})

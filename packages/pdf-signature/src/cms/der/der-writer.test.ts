import { expect, test } from 'vitest'
import { children, readElement, readNamedBits } from './der-reader.ts'
import { integer, namedBits, octetString, setOf, tlv } from './der-writer.ts'

test('the elements of a SET OF are in ascending order of their encodings', () => {
  const elements = [octetString(Uint8Array.of(2)), integer(300), octetString(Uint8Array.of(1)), integer(7)]
  const set = readElement(setOf(elements))
  expect(children(set).map(({ raw }) => Buffer.from(raw).toString('hex'))).toEqual([
    '020107',
    '0202012c',
    '040101',
    '040102',
  ])
})

test.each([0, 127, 128, 255, 256, 65_535, 65_536, 1_000_000])(
  'an element of %d bytes is read back',
  (length) => {
    const { body, raw } = readElement(tlv(0x04, new Uint8Array(length)))
    expect(body).toHaveLength(length)
    expect(raw.length).toBeGreaterThan(length)
  },
)

test.each([[[0]], [[1]], [[0, 1]], [[5, 6]], [[7]], [[25]]])('the named bits %j are read back', (bits) => {
  const element = readElement(namedBits(bits))
  expect(readNamedBits(element)).toEqual(bits)
  // X.690 §11.2.2: no trailing zero bits.
  expect(element.body[0]).toBe(7 - ((bits.at(-1) ?? 0) % 8))
})

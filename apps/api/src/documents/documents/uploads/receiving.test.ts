import { expect, test } from 'vitest'
import { cleanFileName, titleOf } from './file-name.ts'
import { pixelsOf } from '../pages/page-pixels.ts'
import { peek } from './peek.ts'
import { sniff } from './sniff.ts'
import { testPdf } from '../test-pdf.ts'

test.each([
  ['a PDF', testPdf(), 'pdf'],
  ['a PDF after some bytes', Buffer.concat([Buffer.alloc(900, 10), testPdf()]), 'pdf'],
  ['a PDF header too far in', Buffer.concat([Buffer.alloc(1024, 10), testPdf()]), null],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'png'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'jpeg'],
  ['a program', Buffer.from('MZ\u0090\u0000 contract.pdf', 'latin1'), null],
  ['a zip', Buffer.from('PK\u0003\u0004'), null],
  ['nothing', Buffer.alloc(0), null],
])('the content tells what a file is: %s', (_, content, kind) => {
  expect(sniff(content)).toBe(kind)
})

test('looking at the start leaves the content whole, however it comes', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const piece of ['ab', 'c', '', 'defg', 'hi']) yield Buffer.from(piece)
  }
  const { start, content } = await peek(pieces(), 5)
  expect(Buffer.from(start).toString()).toBe('abcde')
  const whole: Uint8Array[] = []
  for await (const piece of content as AsyncIterable<Uint8Array>) whole.push(piece)
  expect(Buffer.concat(whole).toString()).toBe('abcdefghi')

  const short = await peek(Buffer.from('ab'), 5)
  expect(Buffer.from(short.start).toString()).toBe('ab')
})

test.each(['in the middle', 'at the start'])('who stops %s ends the source', async (when) => {
  let ended = false
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(10)
    } finally {
      ended = true
    }
  }
  const { content, close } = await peek(pieces(), 5)
  if (when === 'at the start') await close()
  else for await (const piece of content as AsyncIterable<Uint8Array>) if (piece.length > 0) break
  expect(ended).toBe(true)
})

test.each([
  ['Vertrag Müller.pdf', 'Vertrag Müller.pdf', 'Vertrag Müller'],
  ['../../etc/passwd', 'passwd', 'passwd'],
  ['C:\\Users\\anna\\lease.PDF', 'lease.PDF', 'lease'],
  ['a\u0000b\r\nc\u202E fdp.exe', 'abc fdp.exe', 'abc fdp.exe'],
  ['..hidden.pdf', 'hidden.pdf', 'hidden'],
  ['', 'document.pdf', 'document'],
  ['.pdf', 'pdf', 'pdf'],
  ['scan.jpeg', 'scan.jpeg', 'scan'],
  ['Lease.docx', 'Lease.docx', 'Lease'],
  ['Plan.odp', 'Plan.odp', 'Plan'],
  ['Lease v1.2', 'Lease v1.2', 'Lease v1.2'],
])('the name %j is kept as %j and shown as %j', (given, name, title) => {
  expect(cleanFileName(given)).toBe(name)
  expect(titleOf(name)).toBe(title)
})

test('a long name is cut, never in the middle of a character', () => {
  const name = cleanFileName(`${'a'.repeat(254)}👋.pdf`)
  expect(name).toBe('a'.repeat(254))
})

test.each([
  [{ width: 595.276, height: 841.89 }, 100, { width: 1191, height: 1684 }],
  [{ width: 595.276, height: 841.89 }, 20, { width: 238, height: 337 }],
  [{ width: 1, height: 1 }, 10, { width: 1, height: 1 }],
])('scale 100 is two pixels to the point: %o at %i', (page, scale, pixels) => {
  expect(pixelsOf(page, scale)).toEqual(pixels)
})

test.each([
  { width: 595, height: 842, scale: 300 },
  { width: 14_400, height: 14_400, scale: 100 },
  { width: 14_400_000, height: 3, scale: 300 },
  { width: 3, height: 1_000_000_000, scale: 10 },
])('no page makes more than four million pixels: $width × $height at $scale', ({ scale, ...page }) => {
  const { width, height } = pixelsOf(page, scale)
  expect(width * height).toBeLessThanOrEqual(4_000_000)
  expect(Math.max(width, height)).toBeLessThanOrEqual(16_383)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
})

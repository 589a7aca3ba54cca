import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPdf } from '@countersign/pdf-signature/testing/pdf-builder.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Transferred } from '#api/platform/threads/transferred.ts'
import { inspectUpload } from './inspect-thread.ts'

// Signers see the pages as PDFium shows them; a signature continues from what our reader finds. A file that two readers read
// differently could show one sum to who signs it and another to who reads it signed.

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alike-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function inspected(content: string | Buffer) {
  const file = join(folder, 'upload.pdf')
  await writeFile(file, Buffer.from(content as string, 'latin1'))
  const answer = await inspectUpload({ file, kind: 'pdf' })
  return answer instanceof Transferred ? answer.value : answer
}

const words = (text: string) => {
  const content = `BT /F1 24 Tf 40 150 Td (${text}) Tj ET`
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** Object 4, what the page says, is there twice: as `PAY 100`, then as `PAY 900`. */
function twoSums(before = '') {
  let file = `${before}%PDF-1.7\n`
  const bodies = [
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `4 0 obj\n${words('PAY 100')}`,
    `4 0 obj\n${words('PAY 900')}`,
    '5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const offsets = bodies.map((body) => {
    const at = file.length
    file += `${body}\nendobj\n`
    return at
  })
  const table = (sum: 100 | 900, { shift = 0, ending = ' \n' } = {}) => {
    const used = [0, 1, 2, sum === 100 ? 3 : 4, 5]
    const entries = used.map(
      (index) => `${String((offsets[index] ?? 0) - shift).padStart(10, '0')} 00000 n${ending}`,
    )
    return `xref\n0 6\n0000000000 65535 f${ending}${entries.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\n`
  }
  return { file, table }
}

test('a file whose offsets count from its beginning for one reader and from its header for another is refused', async () => {
  const shift = 800
  const { file, table } = twoSums(`${'%'.padEnd(shift - 1, 'x')}\n`)
  const start = file.length
  const tables = `${file}${table(900)}`.padEnd(start + shift, ' ') + table(100, { shift })
  expect(await inspected(`${tables}startxref\n${start}\n%%EOF\n`)).toEqual({ refused: 'damaged' })
})

test.each(['%%xstartxref', '%startxref', '(startxref'])(
  'a file with %s after its end is stored with the one sum that signers see',
  async (fake) => {
    const { file, table } = twoSums()
    const [first, second] = [file.length, file.length + table(100).length]
    const both = file + table(100) + table(900)
    const answer = await inspected(`${both}startxref\n${first}\n%%EOF\n${fake}\n${second}\n`)
    const stored = 'replacement' in answer ? Buffer.from(answer.replacement ?? []).toString('latin1') : ''
    expect(stored.match(/PAY \d+/g)).toEqual(['PAY 100'])
  },
)

test('a file whose table some readers rebuild is refused where they find another object', async () => {
  const { file, table } = twoSums()
  const loose = `${file}${table(100, { ending: '\n' })}startxref\n${file.length}\n%%EOF\n`
  expect(await inspected(loose)).toEqual({ refused: 'damaged' })
})

test.each([
  ['a reference', (text: string) => text.replace('/Contents 3 0 R', '/Contents 3 1 R')],
  ['an object', withOtherGeneration],
])('a file with %s of another generation is stored as signers see it', async (_, change) => {
  const file = change(aPdf().toString('latin1'))
  const answer = await inspected(file)
  const stored = Buffer.from(('replacement' in answer && answer.replacement) || []).toString('latin1')
  expect(stored.match(/\((?:Agreement)\) Tj/g)).toHaveLength(1)
  expect(stored).not.toMatch(/\d [1-9]\d* (?:R|obj)/)
})

/** The page's text is object 3 of generation 1. */
function withOtherGeneration(text: string): string {
  return text.replace('\n3 0 obj', '\n3 1 obj').replace(/(?<=\n3 1\n\d{10} )00000/, '00001')
}

test('a file that only looks unusual is rewritten, or stays as it is', async () => {
  const plain = aPdf()
  expect(await inspected(plain)).toMatchObject({ replacement: null })
  expect(
    await inspected(Buffer.concat([plain, Buffer.from('\n<!-- sent by the portal -->\n')])),
  ).toMatchObject({ replacement: null })
  const delayed = await inspected(Buffer.concat([Buffer.from('\r\n'), plain]))
  expect(delayed).toMatchObject({ pages: [{ index: 0 }] })
  expect('replacement' in delayed && delayed.replacement).toBeTruthy()
})

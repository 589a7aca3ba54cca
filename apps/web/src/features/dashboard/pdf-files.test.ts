import { expect, it } from 'vitest'
import { pdfsOf } from './pdf-files.ts'

it('takes PDFs by type or by name, and nothing else', () => {
  const files = [
    new File([], 'a.pdf', { type: 'application/pdf' }),
    new File([], 'b.PDF'),
    new File([], 'c.docx', { type: 'application/msword' }),
  ]
  expect(pdfsOf(files).map((file) => file.name)).toEqual(['a.pdf', 'b.PDF'])
})

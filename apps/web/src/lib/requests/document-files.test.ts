import { expect, it } from 'vitest'
import { documentsOf, documentTypes } from './document-files.ts'

it('the upload takes PDFs by type or by name, pictures and office files by name, and nothing else', () => {
  const files = [
    new File([], 'a', { type: 'application/pdf' }),
    new File([], 'b.PDF'),
    new File([], 'c.docx'),
    new File([], 'd.jpeg'),
    new File([], 'e.exe'),
    new File([], 'pdf.'),
    new File([], 'docx.html', { type: 'text/html' }),
  ]
  expect(documentsOf(files).map((file) => file.name)).toEqual(['a', 'b.PDF', 'c.docx', 'd.jpeg'])
  expect(documentTypes).toContain(',.docx,')
})

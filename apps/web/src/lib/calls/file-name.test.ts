import { describe, expect, it } from 'vitest'
import { fileNameOf, titleOfFile } from './file-name.ts'

describe('the name of a downloaded file', () => {
  it('is the extended one before the plain one', () => {
    const header = `attachment; filename="Vertrag.pdf"; filename*=UTF-8''Vertr%C3%A4ge%202026.pdf`
    expect(fileNameOf(header)).toBe('Verträge 2026.pdf')
  })
  it('is the plain one, quoted or not', () => {
    expect(fileNameOf('attachment; filename="a \\"b\\".pdf"')).toBe('a "b".pdf')
    expect(fileNameOf('attachment; filename=a.pdf')).toBe('a.pdf')
  })
  it('is never a path, and null where there is none', () => {
    expect(fileNameOf('attachment; filename="../../a.pdf"')).toBe('.._.._a.pdf')
    expect(fileNameOf("attachment; filename*=UTF-8''%E0%A4%A; filename=b.pdf")).toBe('b.pdf')
    expect(fileNameOf('inline')).toBeNull()
    expect(fileNameOf(null)).toBeNull()
  })
})

describe('the title of a request made from a file', () => {
  it('is its name without the ending, at most 200 characters', () => {
    expect(titleOfFile('Rental contract.v2.pdf')).toBe('Rental contract.v2')
    expect(titleOfFile('.pdf')).toBe('.pdf')
    expect(titleOfFile(`${'x'.repeat(300)}.pdf`)).toHaveLength(200)
  })
})

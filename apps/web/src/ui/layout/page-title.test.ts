import { expect, it } from 'vitest'
import { pageTitle, titleOfPath } from './page-title.ts'

it("the title is the page and the product, or the product's name alone", () => {
  expect(pageTitle('Sign in')).toBe('Sign in - Countersign')
  expect(pageTitle('')).toBe('Countersign')
})

it('the title is the last static part of the path where a page has none', () => {
  expect(titleOfPath('/signup/mail-sent')).toBe('Mail Sent')
  expect(titleOfPath('/view/$id')).toBe('View')
  expect(titleOfPath('/')).toBe('')
})

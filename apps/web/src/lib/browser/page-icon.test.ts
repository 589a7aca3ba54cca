import { expect, it } from 'vitest'
import { iconWith } from './page-icon.ts'

it('the icon of the tab has a number only where something waits for a signature', () => {
  expect(iconWith(0)).toBe('/mark.svg')
  expect(decodeURIComponent(iconWith(3))).toContain('>3</text>')
  expect(decodeURIComponent(iconWith(9))).toContain('>9</text>')
  expect(decodeURIComponent(iconWith(128))).toContain('>9+</text>')
})

it('the icon is an image that the content security policy lets in', () => {
  expect(iconWith(1)).toMatch(/^data:image\/svg\+xml,%3Csvg/)
})

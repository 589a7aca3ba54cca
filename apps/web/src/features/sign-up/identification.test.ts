import { expect, it } from 'vitest'
import { isIdentificationOffered } from './identification.ts'

it('is offered where a quality waits for it', () => {
  expect(isIdentificationOffered([{ hurdles: [] }, { hurdles: ['identification', 'mobile'] }])).toBe(true)
})

it('is not offered where every quality that takes it cannot be had here', () => {
  expect(isIdentificationOffered([{ hurdles: [] }, { hurdles: ['identification', 'not_offered'] }])).toBe(
    false,
  )
  expect(isIdentificationOffered([{ hurdles: ['email'] }])).toBe(false)
})

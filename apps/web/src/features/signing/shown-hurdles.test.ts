import { expect, it } from 'vitest'
import { shownHurdles } from './shown-hurdles.ts'

it('asks nobody for a number that the identification takes', () => {
  expect(shownHurdles(['identification', 'mobile', 'terms'])).toEqual(['identification', 'terms'])
  expect(shownHurdles(['mobile', 'terms'])).toEqual(['mobile', 'terms'])
})

import { expect, it } from 'vitest'
import { shownRequirements } from './shown-requirements.ts'

it('the page asks nobody for a number that the identification takes', () => {
  expect(shownRequirements(['identification', 'mobile', 'terms'])).toEqual(['identification', 'terms'])
  expect(shownRequirements(['mobile', 'terms'])).toEqual(['mobile', 'terms'])
})

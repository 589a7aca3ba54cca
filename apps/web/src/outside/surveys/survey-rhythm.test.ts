import { expect, it } from 'vitest'
import { isSurveyDue } from './survey-rhythm.ts'

const day = 24 * 60 * 60 * 1000

it.each([
  ['in the first month', { firstSeen: 0, lastAsked: null }, 29 * day, false],
  ['after a month', { firstSeen: 0, lastAsked: null }, 30 * day, true],
  ['again within a quarter', { firstSeen: 0, lastAsked: 30 * day }, 119 * day, false],
  ['again after a quarter', { firstSeen: 0, lastAsked: 30 * day }, 120 * day, true],
])('%s', (_when, history, now, due) => {
  expect(isSurveyDue(history, now)).toBe(due)
})

import { expect, test } from 'vitest'
import { defaultParts, forbiddenParts, withinPermissions } from './visual-signature.ts'

const free = { canUpdate: true, defaultValue: true }
const permissions = {
  claim: { canUpdate: false, defaultValue: true },
  date: free,
  std: { canUpdate: false, defaultValue: false },
}

test('a part that is not one’s own to choose may only be what it is', () => {
  expect(
    forbiddenParts({ displayClaim: false, displayDate: false, displayStandards: true }, permissions),
  ).toEqual(['displayClaim', 'displayStandards'])
  expect(forbiddenParts({ displayClaim: true, displayStandards: false }, permissions)).toEqual([])
  expect(forbiddenParts({}, permissions)).toEqual([])
})

test('what was chosen while it was allowed gives way to what holds now', () => {
  const saved = { displayClaim: false, displayDate: false, displayStandards: true }
  const held = { displayClaim: true, displayDate: false, displayStandards: false }
  expect(withinPermissions(saved, permissions)).toEqual(held)
  expect(defaultParts(permissions)).toEqual({ ...held, displayDate: true })
})

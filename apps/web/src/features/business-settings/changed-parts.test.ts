import { expect, test } from 'vitest'
import { changedParts } from './changed-parts.ts'

const free = { canUpdate: true, defaultValue: true }

test('a changed switch is sent without the others', () => {
  const off = { payForMembers: false, payForInvitations: false }
  const shown = { licenses: { idents: { eidas: off, zertes: off } } }
  const typed = { licenses: { idents: { eidas: off, zertes: { ...off, payForInvitations: true } } } }
  expect(changedParts(shown, typed)).toEqual({
    licenses: { idents: { zertes: { payForInvitations: true } } },
  })
})

test('of auto-deletion, only the changed number is sent', () => {
  const retention = { enabled: true, days: 90, terminalState: false }
  const rule = (days: number) => ({ signatureRequests: { retention: { ...retention, days } } })
  expect(changedParts(rule(90), rule(60))).toEqual({ signatureRequests: { retention: { days: 60 } } })
})

test('auto-deletion is turned on with the whole rule that was shown', () => {
  const rule = (enabled: boolean) => ({
    signatureRequests: { retention: { enabled, days: 365, terminalState: true } },
  })
  expect(changedParts(rule(false), rule(true))).toEqual(rule(true))
  expect(changedParts(rule(true), rule(false))).toEqual({
    signatureRequests: { retention: { enabled: false } },
  })
})

test('both values of a permission are sent, as they are one choice', () => {
  const shown = { visualSignatures: { date: free, claim: free, std: free } }
  const never = { canUpdate: false, defaultValue: true }
  expect(changedParts(shown, { visualSignatures: { ...shown.visualSignatures, date: never } })).toEqual({
    visualSignatures: { date: never },
  })
})

test('without a change nothing is sent', () => {
  expect(changedParts({ userPilot: { enabled: true } }, { userPilot: { enabled: true } })).toEqual({})
})

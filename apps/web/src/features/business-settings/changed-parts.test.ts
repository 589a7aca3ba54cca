import { expect, test } from 'vitest'
import { changedParts } from './changed-parts.ts'

const free = { canUpdate: true, defaultValue: true }

test('a switch is sent without those beside it', () => {
  const off = { payForMembers: false, payForInvitations: false }
  const shown = { licenses: { idents: { eidas: off, zertes: off } } }
  const typed = { licenses: { idents: { eidas: off, zertes: { ...off, payForInvitations: true } } } }
  expect(changedParts(shown, typed)).toEqual({
    licenses: { idents: { zertes: { payForInvitations: true } } },
  })
})

test('of auto-deletion the changed number is sent alone', () => {
  const retention = { enabled: true, days: 90, terminalState: false }
  const rule = (days: number) => ({ signatureRequests: { retention: { ...retention, days } } })
  expect(changedParts(rule(90), rule(60))).toEqual({ signatureRequests: { retention: { days: 60 } } })
})

test('auto-deletion is turned on with all of the rule that was shown', () => {
  const rule = (enabled: boolean) => ({
    signatureRequests: { retention: { enabled, days: 365, terminalState: true } },
  })
  expect(changedParts(rule(false), rule(true))).toEqual(rule(true))
  expect(changedParts(rule(true), rule(false))).toEqual({
    signatureRequests: { retention: { enabled: false } },
  })
})

test('a permission is one choice and is sent whole', () => {
  const shown = { visualSignatures: { date: free, claim: free, std: free } }
  const never = { canUpdate: false, defaultValue: true }
  expect(changedParts(shown, { visualSignatures: { ...shown.visualSignatures, date: never } })).toEqual({
    visualSignatures: { date: never },
  })
})

test('without a change nothing is sent', () => {
  expect(changedParts({ userPilot: { enabled: true } }, { userPilot: { enabled: true } })).toEqual({})
})

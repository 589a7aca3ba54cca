import { expect, test } from 'vitest'
import { changeTab, isNarrowed, readState, writeState } from './activity-state.ts'

const read = (search: string) => readState(new URLSearchParams(search))
const id = '0b0f6a3e-6f0e-4a63-9f0a-0d8c5a1f2b3c'

test('an address gives back how someone looked', () => {
  const search = `tab=signatures&period=own&from=2026-02-01&q=rental&page=3&size=100&sort=timestamp&action=SEALED&quality=QES&initiator=${id}`
  expect(new URLSearchParams(writeState(read(search))).toString()).toBe(search)
  expect(writeState(read(''))).toEqual({ tab: 'accounts' })
})

test('what is not offered is left out', () => {
  const state = read('tab=nothing&page=-4&size=7&sort=name&action=SIGNED&initiator=me&quality=QES')
  expect(state).toMatchObject({ tab: 'accounts', page: 1, size: 25, sort: '-timestamp', filters: {} })
  expect(read('tab=signatures&initiator=me').filters).toEqual({})
})

test('another list keeps the days and the search, and begins at its first page', () => {
  const state = changeTab(read('tab=signatures&period=last-7&q=a&page=9&quality=QES'), 'identifications')
  expect(writeState(state)).toEqual({ tab: 'identifications', period: 'last-7', q: 'a' })
  expect(isNarrowed(state)).toBe(true)
  expect(isNarrowed(read('page=2'))).toBe(false)
})

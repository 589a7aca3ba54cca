import { expect, it } from 'vitest'
import { missedChanges } from './missed-changes.ts'

const changes = [
  { requestId: 'lease', ago: 200 },
  { requestId: 'offer', ago: 900 },
]

it('a page reads again what changed since it was opened, and nothing else', () => {
  expect(missedChanges(JSON.stringify({ heardFor: 60_000, changes }), 500)).toEqual(['lease'])
  expect(missedChanges(JSON.stringify({ heardFor: 60_000, changes }), 900)).toEqual(['lease', 'offer'])
  expect(missedChanges(JSON.stringify({ heardFor: 60_000, changes: [] }), 500)).toEqual([])
})

it('a page that is older than what the service knows reads all of it again', () => {
  expect(missedChanges(JSON.stringify({ heardFor: 499, changes }), 500)).toEqual([null])
  expect(missedChanges(JSON.stringify({ heardFor: 0, changes: [] }), 500)).toEqual([null])
})

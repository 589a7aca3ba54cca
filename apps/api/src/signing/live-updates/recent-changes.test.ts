import { expect, test } from 'vitest'
import { keepChanges } from './recent-changes.ts'

/** A history, and a clock that moves by hand. */
function aHistory() {
  const clock = { time: 5000 }
  return { clock, history: keepChanges(() => clock.time) }
}

test('an account is told of its own changes, the latest of each request, and how long ago', () => {
  const { clock, history } = aHistory()
  history.add('anna', 'lease')
  clock.time += 100
  history.add('ben', 'offer')
  history.add('anna', 'lease')
  history.add('anna', 'order')
  clock.time += 20
  expect(history.of('anna')).toEqual({
    heardFor: 120,
    changes: [
      { requestId: 'lease', ago: 20 },
      { requestId: 'order', ago: 20 },
    ],
  })
  expect(history.of('carla')).toEqual({ heardFor: 120, changes: [] })
})

test('the history of a process that has just begun, or heard nothing for a while, reaches back to then', () => {
  const { clock, history } = aHistory()
  expect(history.of('anna').heardFor).toBe(0)
  history.add('anna', 'lease')
  clock.time += 500
  history.forget()
  clock.time += 30
  expect(history.of('anna')).toEqual({ heardFor: 30, changes: [] })
})

test('the history never claims to reach back beyond a change that it has dropped', () => {
  const { clock, history } = aHistory()
  history.add('anna', 'lease')
  clock.time += 70_000
  history.add('anna', 'offer')
  expect(history.of('anna')).toEqual({ heardFor: 70_000, changes: [{ requestId: 'offer', ago: 0 }] })
  clock.time += 1000
  for (let count = 0; count < 10_000; count++) history.add('ben', `${count}`)
  expect(history.of('anna')).toEqual({ heardFor: 1000, changes: [] })
})

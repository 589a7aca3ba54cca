import { expect, it } from 'vitest'
import { eventReader } from './read-events.ts'

it('the reader puts events together from whatever pieces they come in', () => {
  const read = eventReader()
  expect(read('retry: 3000\n\n: here\n\nevent: chan')).toEqual([])
  expect(read('ge\ndata: {"requestId":"7"}\n')).toEqual([])
  expect(read('\nevent: missed\ndata: {}\n\ndata: alone\n\n')).toEqual([
    { name: 'change', data: '{"requestId":"7"}' },
    { name: 'missed', data: '{}' },
    { name: 'message', data: 'alone' },
  ])
})

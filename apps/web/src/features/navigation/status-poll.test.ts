import { expect, it, vi } from 'vitest'

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} })
const { failureCounter } = await import('./status-poll.ts')

it('the poll tells of more than five failures in a row, once, and counts again', () => {
  const tell = vi.fn<(failures: number) => void>()
  const count = failureCounter(tell)
  for (let failure = 0; failure < 5; failure++) count(true)
  expect(tell).not.toHaveBeenCalled()
  count(true)
  expect(tell).toHaveBeenCalledExactlyOnceWith(6)
  for (let failure = 0; failure < 5; failure++) count(true)
  expect(tell).toHaveBeenCalledOnce()
  count(true)
  expect(tell).toHaveBeenCalledTimes(2)
})

it('the poll forgets the failures when an answer comes', () => {
  const tell = vi.fn<(failures: number) => void>()
  const count = failureCounter(tell)
  for (let failure = 0; failure < 5; failure++) count(true)
  count(false)
  for (let failure = 0; failure < 5; failure++) count(true)
  expect(tell).not.toHaveBeenCalled()
})

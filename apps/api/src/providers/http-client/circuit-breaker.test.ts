import { expect, test } from 'vitest'
import { circuitBreaker } from './circuit-breaker.ts'

class Outage extends Error {}
class Refusal extends Error {}

function aBreaker() {
  let time = 0
  const breaker = circuitBreaker({
    now: () => new Date(time),
    isOutage: (error) => error instanceof Outage,
    resting: () => new Error('resting'),
    patience: 3,
    restTime: 1000,
  })
  const fail = (error: Error = new Outage('away')) =>
    breaker.run(async () => {
      throw error
    })
  return { breaker, fail, later: (milliseconds: number) => (time += milliseconds) }
}

async function tripped() {
  const here = aBreaker()
  for (let count = 0; count < 3; count++) await expect(here.fail()).rejects.toThrow('away')
  return here
}

test('after three outages in a row nobody is let through', async () => {
  const { breaker } = await tripped()
  await expect(breaker.run(async () => 'well')).rejects.toThrow('resting')
  expect(breaker.health()).toMatchObject({ state: 'DOWN', lastFailure: { reason: 'away' } })
})

test('what the service says no to is no outage, and ends a row of them', async () => {
  const { breaker, fail } = aBreaker()
  expect(breaker.health().state).toBe('UNKNOWN')
  for (let count = 0; count < 6; count++) {
    const error = count % 2 === 0 ? new Outage('away') : new Refusal('no')
    await expect(fail(error)).rejects.toBe(error)
  }
  expect(await breaker.run(async () => 'well')).toBe('well')
  expect(breaker.health().state).toBe('UP')
})

test('after the rest one call alone tries, and a good one opens the way', async () => {
  const { breaker, later } = await tripped()
  later(1000)
  let finish = (_value: string): void => undefined
  const trying = breaker.run(() => new Promise<string>((resolve) => (finish = resolve)))
  await expect(breaker.run(async () => 'second')).rejects.toThrow('resting')
  finish('well')
  expect(await trying).toBe('well')
  expect(await breaker.run(async () => 'third')).toBe('third')
})

test('a call from before the rest that ends meanwhile lets no second one try', async () => {
  const { breaker, fail, later } = aBreaker()
  let endOld = (_error: Error): void => undefined
  const old = breaker.run(() => new Promise<string>((_, reject) => (endOld = reject)))
  for (let count = 0; count < 3; count++) await expect(fail()).rejects.toThrow('away')
  later(1000)
  let finish = (_value: string): void => undefined
  const trying = breaker.run(() => new Promise<string>((resolve) => (finish = resolve)))
  endOld(new Outage('away'))
  await expect(old).rejects.toThrow('away')
  later(1000)
  await expect(breaker.run(async () => 'second')).rejects.toThrow('resting')
  finish('well')
  expect(await trying).toBe('well')
})

test('a bad try makes it rest again', async () => {
  const { breaker, fail, later } = await tripped()
  later(1000)
  await expect(fail()).rejects.toThrow('away')
  await expect(breaker.run(async () => 'well')).rejects.toThrow('resting')
  later(1000)
  expect(await breaker.run(async () => 'well')).toBe('well')
})

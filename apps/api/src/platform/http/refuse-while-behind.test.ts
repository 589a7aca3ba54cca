import underPressure from '@fastify/under-pressure'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { refuseWhileBehind } from './refuse-while-behind.ts'

test('a process that is behind refuses, and one whose delay was not measured does not', async () => {
  await expect(refuseWhileBehind(2500)).rejects.toMatchObject({ key: 'service.saturated', retryAfter: 1 })
  await expect(refuseWhileBehind(Infinity)).resolves.toBeUndefined()
})

test('a call that comes after an instant in which nothing was measured is answered', async () => {
  const app = fastify()
  await app.register(underPressure, {
    maxEventLoopDelay: 60_000,
    sampleInterval: 20,
    pressureHandler: (_request, _reply, _type, value) => refuseWhileBehind(value),
  })
  app.get('/', () => 'answered')
  await app.ready()
  // Longer than the interval: the next sample finds that none was taken since the last one.
  for (let round = 0; round < 20; round += 1) {
    const until = performance.now() + 25
    while (performance.now() < until);
    expect((await app.inject('/')).statusCode).toBe(200)
  }
  await app.close()
})

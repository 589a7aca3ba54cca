import { type Endpoint, endpoint } from '@countersign/contract/endpoint.ts'
import { fastify, type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { serveExactly } from './serve-exactly.ts'

const call = (name: string): Endpoint =>
  endpoint({ name, method: 'GET', path: `/v1/${name}`, summary: 'For a test.', credential: 'none' })
const [read, list] = [call('read'), call('list')]

const serve = (app: FastifyInstance, given: Endpoint) =>
  app.route({
    method: given.method,
    url: given.path,
    config: { endpoint: given },
    handler: async () => ({}),
  })

test('an app becomes ready when each call of its list has a handler, those in plugins included', async () => {
  const app = fastify()
  serveExactly(app, [read, list])
  serve(app, read)
  void app.register(async (plugin) => void serve(plugin, list))
  await expect(app.ready()).resolves.toBe(app)
})

test('an app without a handler for a call of its list does not become ready', async () => {
  const app = fastify()
  serveExactly(app, [read, list])
  serve(app, read)
  await expect(app.ready()).rejects.toThrow('no handler: list')
})

test('a handler of a call that the list lacks is refused', () => {
  const app = fastify()
  serveExactly(app, [read])
  expect(() => serve(app, list)).toThrow("doesn't list the call list")
})

test('a route that is no call of the contract is let through', async () => {
  const app = fastify()
  serveExactly(app, [])
  app.get('/healthz', async () => ({ status: 'UP' }))
  await expect(app.ready()).resolves.toBe(app)
})

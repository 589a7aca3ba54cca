import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { type Client, type Clients, openClients } from './clients.ts'
import { openKeySet } from './key-set.ts'
import { type NewEmployee, openPeople, type People } from './people.ts'
import { companyAt } from './company.ts'
import { mountProvider } from './mount-provider.ts'
import { createProvider } from './provider.ts'
import { registerSignIn } from './sign-in.ts'

const mount = '/single-sign-on'

/** A company's OpenID provider at `${url}/single-sign-on`. */
export async function registerSingleSignOn(
  app: FastifyInstance,
  given: { url: string; data: string | undefined; faults: FaultBoard; redirectUris: readonly string[] },
): Promise<void> {
  const { faults } = given
  const clients = openClients(given.redirectUris)
  const people = openPeople()
  const keys = openKeySet(given.data)
  const provider = createProvider({ issuer: `${given.url}${mount}`, keys, clients, people, faults })
  // What the company's administrator hands over to who sets the product up.
  if (given.data)
    writeFileSync(join(given.data, 'company.json'), JSON.stringify(companyAt(given.url)), { mode: 0o600 })
  const css = readFileSync(new URL('sign-in-page.css', import.meta.url))
  app.get('/single-sign-on.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
  registerPresets(app, clients, people)
  await app.register(async (scope) => registerSignIn(scope, { mount, provider, people, faults }))
  await app.register(async (scope) =>
    mountProvider(scope, { mount, provider, faults, party: 'single_sign_on' }),
  )
}

const presetClient = {
  type: 'object',
  required: ['id', 'secret', 'redirectUris'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 100 },
    secret: { type: 'string', minLength: 1, maxLength: 200 },
    redirectUris: { type: 'array', minItems: 1, maxItems: 20, items: { type: 'string', format: 'uri' } },
  },
}
const presetPeople = {
  type: 'array',
  maxItems: 1000,
  items: {
    type: 'object',
    required: ['email'],
    properties: {
      subject: { type: 'string', minLength: 1, maxLength: 200 },
      email: { type: 'string', maxLength: 254 },
      firstName: { type: 'string', maxLength: 200, default: '' },
      lastName: { type: 'string', maxLength: 200, default: '' },
      emailVerified: { type: 'boolean', default: true },
      locale: { type: 'string', maxLength: 35 },
    },
  },
}

/** What a test or an installation arranges before anybody signs in. */
function registerPresets(app: FastifyInstance, clients: Clients, people: People): void {
  app.put<{ Body: Client }>(
    '/api/single-sign-on/clients',
    { schema: { body: presetClient } },
    (request, reply) => {
      clients.set(request.body)
      return reply.code(204).send()
    },
  )
  app.get('/api/single-sign-on/people', () => people.list())
  app.put<{ Body: NewEmployee[] }>(
    '/api/single-sign-on/people',
    { schema: { body: presetPeople } },
    (request, reply) => {
      people.replace(request.body)
      return reply.code(204).send()
    },
  )
}

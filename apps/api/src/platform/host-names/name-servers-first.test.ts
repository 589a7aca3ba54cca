import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openNameServer } from './name-server.fixture.ts'
import { nameServersFirst, queryNameServersFirst } from './name-servers-first.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const lookUp = (lookup: LookupFunction, hostname: string, options: LookupOptions = {}) =>
  new Promise<readonly LookupAddress[]>((resolve, reject) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) reject(error)
      else resolve(addresses as unknown as LookupAddress[])
    })
  })

/** A system's lookup that answers when the test says so. */
function aSystem() {
  const calls: { hostname: string; answer: (address: string | null) => void }[] = []
  const lookup: LookupFunction = (hostname, _options, callback) => {
    const answer = (address: string | null) =>
      address === null
        ? callback(Object.assign(new Error(hostname), { code: 'EAI_AGAIN' }), '')
        : callback(null, [{ address, family: 4 }])
    calls.push({ hostname, answer })
  }
  return { lookup, calls, names: () => calls.map(({ hostname }) => hostname) }
}

const unanswered = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' }))
const nobody = () => false
const asItIs = (hostname: string) => [hostname]

test('hosts whose names hang don’t keep anybody from a host whose name is answered', async () => {
  const system = aSystem()
  const lookup = nameServersFirst({
    query: async (hostname) => (hostname === 'database.example' ? ['192.0.2.7'] : unanswered()),
    system: system.lookup,
    isLocal: nobody,
    expand: asItIs,
  })
  const hanging = ['tsa.example', 'mail.example', 'trust.example', 'tsa.example'].map((hostname) =>
    lookUp(lookup, hostname),
  )
  expect(await lookUp(lookup, 'database.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
  // Node has two threads for the system's lookup: one name after the other takes one of them, and each name once.
  expect(system.names()).toEqual(['tsa.example'])
  system.calls[0]?.answer(null)
  await expect(hanging[0]).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  await expect(hanging[3]).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  await expect.poll(system.names).toEqual(['tsa.example', 'mail.example'])
  system.calls[1]?.answer('192.0.2.8')
  expect(await hanging[1]).toEqual([{ address: '192.0.2.8', family: 4 }])
  await expect.poll(system.names).toEqual(['tsa.example', 'mail.example', 'trust.example'])
  system.calls[2]?.answer(null)
  await expect(hanging[2]).rejects.toMatchObject({ code: 'EAI_AGAIN' })
})

test('a name that the name servers don’t know is asked of the system', async () => {
  const system = aSystem()
  const lookup = nameServersFirst({
    query: async () => [],
    system: system.lookup,
    isLocal: nobody,
    expand: asItIs,
  })
  const asked = lookUp(lookup, 'printer.local')
  await expect.poll(system.names).toEqual(['printer.local'])
  system.calls[0]?.answer('10.0.0.5')
  expect(await asked).toEqual([{ address: '10.0.0.5', family: 4 }])
})

test('the first name of the search list that exists is the one; a name server that doesn’t answer ends the search', async () => {
  const system = aSystem()
  const known: Record<string, readonly string[]> = {
    'postgres.dev.cluster.local': ['10.0.0.5'],
    'postgres.dev': ['198.51.100.66'],
  }
  const expand = (hostname: string) => [`${hostname}.cluster.local`, hostname]
  const answered = nameServersFirst({
    query: async (name) => known[name] ?? [],
    system: system.lookup,
    isLocal: nobody,
    expand,
  })
  expect(await lookUp(answered, 'postgres.dev')).toEqual([{ address: '10.0.0.5', family: 4 }])
  const silent = nameServersFirst({
    query: async (name) => (name.endsWith('.local') ? unanswered() : (known[name] ?? [])),
    system: system.lookup,
    isLocal: nobody,
    expand,
  })
  const asked = lookUp(silent, 'postgres.dev')
  await expect.poll(system.names).toEqual(['postgres.dev'])
  system.calls[0]?.answer('10.0.0.5')
  expect(await asked).toEqual([{ address: '10.0.0.5', family: 4 }])
})

test('names of the hosts file and addresses are the system’s: nobody is queried', async () => {
  const system = aSystem()
  const lookup = nameServersFirst({
    query: unanswered,
    system: system.lookup,
    isLocal: (hostname) => hostname === 'sign.internal',
    expand: asItIs,
  })
  const asked = [lookUp(lookup, 'sign.internal'), lookUp(lookup, '127.0.0.1')]
  for (const { answer } of system.calls) answer('127.0.0.1')
  for (const one of asked) expect(await one).toEqual([{ address: '127.0.0.1', family: 4 }])
})

test('only addresses of the family that is asked for are given', async () => {
  const system = aSystem()
  const query = async () => ['192.0.2.7', '2001:db8::7']
  const lookup = nameServersFirst({ query, system: system.lookup, isLocal: nobody, expand: asItIs })
  expect(await lookUp(lookup, 'both.example', { family: 4 })).toEqual([{ address: '192.0.2.7', family: 4 }])
  const { promise, resolve } = Promise.withResolvers<unknown[]>()
  lookup('both.example', { family: 4 }, (...given) => resolve(given))
  expect(await promise).toEqual([null, '192.0.2.7', 4])
})

test('every connection of the process is made that way', async () => {
  const names = await openNameServer((name) => (name === 'far.example' ? ['127.0.0.1'] : []))
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { lookup } = dns
  closing.push(
    () => (dns.lookup = lookup),
    () => names.close(),
    () => server.close(),
  )
  queryNameServersFirst([names.address])
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://far.example:${port}/`)
  expect(await response.text()).toBe('here')
  expect(names.asked).toContain('A far.example')
  expect(await new Promise((done) => dns.lookup('localhost', 4, (_error, address) => done(address)))).toBe(
    '127.0.0.1',
  )
})

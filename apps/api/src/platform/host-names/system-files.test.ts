import { expect, test } from 'vitest'
import { expandName, namesIn } from './system-files.ts'

test('a hosts file is read as hosts(5) says', () => {
  const hosts = '127.0.0.1\tlocalhost\n# 10.0.0.1 not.there\n10.0.0.2 Sign.Internal sign # the proxy\n\n'
  expect([...namesIn(hosts)]).toEqual(['localhost', 'sign.internal', 'sign'])
})

const cluster = `nameserver 10.96.0.10
search signing.svc.cluster.local svc.cluster.local cluster.local
options ndots:5
`

test('in a cluster a name is looked for there first: nobody outside can take the name of a service', () => {
  expect(expandName('postgres.dev', cluster)).toEqual([
    'postgres.dev.signing.svc.cluster.local',
    'postgres.dev.svc.cluster.local',
    'postgres.dev.cluster.local',
    'postgres.dev',
  ])
  expect(expandName('postgres.dev.', cluster)).toEqual(['postgres.dev.'])
})

test('without `ndots` only a name without dots is looked for in the domain first', () => {
  const settings = 'domain example.org\nnameserver 192.0.2.53\n'
  expect(expandName('database', settings)).toEqual(['database.example.org', 'database'])
  expect(expandName('tsa.example', settings)).toEqual(['tsa.example', 'tsa.example.example.org'])
  expect(expandName('tsa.example', 'nameserver 192.0.2.53')).toEqual(['tsa.example'])
  expect(expandName('database', 'search .\noptions ndots:0')).toEqual(['database'])
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeEnrolment } from '../../../../sandbox/src/trust-services/enrolment.ts'
import {
  startTrustServices,
  type RunningTrustServices,
} from '../../../../sandbox/src/trust-services/start.ts'
import { ConfigError, readConfig } from './config.ts'
import { NotForProduction, requireRealParties } from '#api/app/require-real-parties.ts'
import { approveAtSandbox } from '#api/providers/trust-service/stepwise/approve-at-sandbox.fixture.ts'
import { anOrder, signWith } from '#api/providers/trust-service/stepwise/conformance.ts'
import { aPerson, aSeal } from '#api/providers/trust-service/stepwise/people.fixture.ts'
import { openTrustServices } from '#api/providers/trust-service/open-trust-services.ts'
import { localStepwise } from '#api/providers/trust-service/local/stepwise.ts'

let sandbox: RunningTrustServices
const folder = mkdtempSync(join(tmpdir(), 'trust-services-'))
let file: string
beforeAll(async () => {
  sandbox = await startTrustServices()
  file = writeEnrolment(folder, sandbox.pagesUrl, sandbox)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sandbox.close()
})

type SettingsFile = { services: Record<string, unknown>[]; assignment: Record<string, string> }
const written = () => JSON.parse(readFileSync(file, 'utf8')) as SettingsFile
const read = (change: (all: SettingsFile) => unknown, more: Record<string, string> = {}) => {
  const all = written()
  change(all)
  const changed = join(folder, 'changed.json')
  writeFileSync(changed, JSON.stringify(all))
  return readConfig({ TRUST_SERVICES_FILE: changed, ...more })
}

test('nothing set: no service, and nothing is offered', () => {
  expect(readConfig({}).trustServices).toEqual({ services: [], assignment: {} })
})

test('what the enrolment hands over opens services that sign for people and organisations', async () => {
  const { trustServices } = readConfig({ TRUST_SERVICES_FILE: file })
  const stamps = { timestamp: never, validation: never, anchors: async () => [] }
  const local = localStepwise(
    { sign: never, anchors: async () => [], sharedCertificates: async () => [] },
    stamps,
  )
  const services = openTrustServices(trustServices, {
    local,
    sendsCodes: true,
    timestamps: stamps,
    now: () => new Date(),
  })
  expect(services.all().map(({ name }) => name)).toEqual(['local', 'ais', 'mab', 'csc'])
  expect(services.nameFor('AES', 'ZERTES')).toBe('local')
  for (const [level, party] of [
    ['QES', aPerson('QES', 'ZERTES')],
    ['QES', aPerson('QES', 'EIDAS')],
    ['SEAL_AES', aSeal('AES', 'ZERTES')],
    ['SEAL_QES', aSeal('QES', 'EIDAS')],
  ] as const) {
    const legislation = party.kind === 'service' ? 'ZERTES' : party.legislation
    const service = services.named(services.nameFor(level, legislation) ?? '')
    if (!service) throw new Error(`${level} is not offered`)
    const act = (step: { url?: string | undefined }) =>
      approveAtSandbox(sandbox, step.url ?? '', { choice: 'approve' })
    expect((await signWith({ service, act }, anOrder(party))).signatures).toHaveLength(1)
  }
})

const never = (): Promise<never> => Promise.reject(new Error('not asked'))

test.each<[string, (all: SettingsFile) => unknown, RegExp]>([
  ['an unknown kind', (all) => (all.services[0] = { kind: 'abc' }), /TRUST_SERVICES_FILE\.services\.0/],
  ['a missing field', (all) => delete all.services[0]?.['customer'], /services\.0\.customer/],
  [
    'an unknown field',
    (all) => Object.assign(all.services[1] ?? {}, { ulr: 1 }),
    /services\.1 \(unknown: ulr\)/,
  ],
  [
    'no TLS',
    (all) => Object.assign(all.services[0] ?? {}, { url: 'http://ais.example' }),
    /services\.0\.url/,
  ],
  [
    'a page without TLS elsewhere',
    (all) => Object.assign(all.services[1] ?? {}, { pagesUrl: 'http://pages.example' }),
    /services\.1\.pagesUrl \(https only/,
  ],
  [
    'a file that is not there',
    (all) => Object.assign(all.services[0] ?? {}, { keyFile: 'nowhere.pem' }),
    /services\.0\.keyFile \(the file cannot be read/,
  ],
  [
    'a key that is none',
    (all) => Object.assign(all.services[0] ?? {}, { keyFile: 'customer.pem' }),
    /services\.0\.keyFile \(the file holds no private key/,
  ],
  [
    'anchors that are none',
    (all) => Object.assign(all.services[0] ?? {}, { anchorsFile: 'client-secret' }),
    /services\.0\.anchorsFile \(the file holds no certificate/,
  ],
  [
    'two of one name',
    (all) => all.services.push({ ...all.services[0], name: 'mab' }),
    /services\.3\.name \(there is another/,
  ],
  [
    'the name of our own',
    (all) => Object.assign(all.services[0] ?? {}, { name: 'local' }),
    /services\.0\.name/,
  ],
  [
    'what nobody makes',
    (all) => (all.assignment['QES:ZERTES'] = 'nobody'),
    /assignment\.QES:ZERTES \(no service has this name/,
  ],
  [
    'local at a higher level',
    (all) => (all.assignment['QES:EIDAS'] = 'local'),
    /assignment\.QES:EIDAS \(local makes/,
  ],
  [
    'a level that does not exist',
    (all) => (all.assignment['QAS:EIDAS'] = 'mab'),
    /assignment\.QAS:EIDAS \(QES:ZERTES/,
  ],
])('%s is named, and no secret with it', (_what, change, message) => {
  expect(() => read(change)).toThrow(ConfigError)
  expect(() => read(change)).toThrow(message)
  expect(() => read(change)).not.toThrow(/b7a0c2de-91f4|PRIVATE KEY|246810/)
})

test('it is told with whatever else is wrong', () => {
  expect(() => readConfig({ TRUST_SERVICES: '[', PORT: 'x' })).toThrow(/PORT.*TRUST_SERVICES \(not JSON\)/)
})

test('a service on this machine is a stand-in: production refuses it', () => {
  const production = {
    DATABASE_URL: 'postgres://db.example/countersign',
    SMTP_URL: 'smtps://mail.example',
    TIMESTAMP_AUTHORITIES: 'https://tsa.example/tsr',
  }
  expect(() => requireRealParties(read(() => {}, production))).toThrow(NotForProduction)
  expect(() => requireRealParties(read(() => {}, { ...production, TEST_SYSTEM: '1' }))).not.toThrow()
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { NotForProduction, requireRealParties } from '#api/app/require-real-parties.ts'
import { enrolmentAt } from '../../../../sandbox/src/identification/enrolment.ts'

const folder = mkdtempSync(join(tmpdir(), 'identification-'))
afterAll(() => rmSync(folder, { recursive: true }))

type SettingsFile = Record<string, Record<string, unknown>>
const read = (change: (all: SettingsFile) => unknown = () => {}, more: Record<string, string> = {}) => {
  const all: SettingsFile = enrolmentAt('http://127.0.0.1:8090')
  change(all)
  const file = join(folder, 'identification.json')
  writeFileSync(file, JSON.stringify(all))
  return readConfig({ IDENTIFICATION_PROVIDERS_FILE: file, ...more })
}

test('nothing set: nobody is identified', () => {
  expect(readConfig({}).identificationProviders).toEqual({})
})

test('what the enrolments hand over is taken, in a file and inline; each provider may be missing', () => {
  const all = enrolmentAt('http://127.0.0.1:8090')
  expect(read().identificationProviders).toMatchObject(all)
  const inline = {
    IDENTIFICATION_PROVIDERS: JSON.stringify({ srs: { ...all.srs, url: 'https://srs.example/' } }),
  }
  expect(readConfig(inline).identificationProviders).toMatchObject({
    srs: { ...all.srs, url: 'https://srs.example' },
  })
})

test.each<[string, (all: SettingsFile) => unknown, RegExp]>([
  ['an unknown provider', (all) => (all['abc'] = {}), /unknown: abc/],
  ['a missing key', (all) => delete all['srs']?.['apiKey'], /_FILE\.srs\.apiKey/],
  [
    'a short secret',
    (all) => Object.assign(all['srs'] ?? {}, { webhookSecret: 'short' }),
    /srs\.webhookSecret/,
  ],
  ['an unknown field', (all) => Object.assign(all['intrum'] ?? {}, { ulr: 1 }), /intrum \(unknown: ulr\)/],
  ['no TLS', (all) => Object.assign(all['intrum'] ?? {}, { url: 'http://a.example' }), /intrum\.url \(https/],
  [
    'no TLS to the eID',
    (all) => Object.assign(all['id-austria'] ?? {}, { issuer: 'http://a.example' }),
    /id-austria\.issuer \(https only/,
  ],
  [
    'no certificate',
    (all) => Object.assign(all['srs'] ?? {}, { authoritiesFile: 'nowhere.pem' }),
    /srs\.authoritiesFile \(the file cannot be read/,
  ],
])('%s is named, and no secret with it', (_what, change, message) => {
  expect(() => read(change)).toThrow(ConfigError)
  expect(() => read(change)).toThrow(message)
  expect(() => read(change)).not.toThrow(/of-the-sandbox/)
})

test('a file that is not there, and what is not JSON, are told so', () => {
  expect(() => readConfig({ IDENTIFICATION_PROVIDERS_FILE: '/nowhere' })).toThrow(/cannot be read/)
  expect(() => readConfig({ IDENTIFICATION_PROVIDERS: '[' })).toThrow(/not JSON/)
})

test('a provider on this machine is a stand-in: production refuses it', () => {
  const production = {
    DATABASE_URL: 'postgres://db.example/countersign',
    SMTP_URL: 'smtps://mail.example',
    TIMESTAMP_AUTHORITIES: 'https://tsa.example/tsr',
  }
  expect(() => requireRealParties(read(() => {}, production))).toThrow(NotForProduction)
  expect(() => requireRealParties(read(() => {}, { ...production, TEST_SYSTEM: '1' }))).not.toThrow()
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { NotForProduction, requireRealParties } from '#api/app/require-real-parties.ts'

const company = {
  name: 'Company Ltd',
  issuer: 'https://login.company.example',
  clientId: 'countersign',
  clientSecret: 'top-secret',
  domains: ['company.example'],
}
const read = (providers: unknown, more: Record<string, string> = {}) =>
  readConfig({ IDENTITY_PROVIDERS: JSON.stringify(providers), ...more }).identityProviders

test('nothing set: no company signs in', () => {
  expect(readConfig({}).identityProviders).toEqual([])
})

test('the list comes from the setting or from the file that is named; domains are lower case', () => {
  expect(read([{ ...company, domains: ['Company.Example'] }])).toEqual([company])
  expect(read([{ ...company, domains: ['bücher.example'] }])).toMatchObject([
    { domains: ['xn--bcher-kva.example'] },
  ])
  const folder = mkdtempSync(join(tmpdir(), 'identity-providers-'))
  const file = join(folder, 'list.json')
  writeFileSync(file, JSON.stringify([company]))
  expect(readConfig({ IDENTITY_PROVIDERS_FILE: file }).identityProviders).toEqual([company])
  rmSync(folder, { recursive: true })
  expect(() => readConfig({ IDENTITY_PROVIDERS_FILE: file })).toThrow(
    /IDENTITY_PROVIDERS_FILE \(the file cannot/,
  )
})

test.each([
  ['not a list', {}, /IDENTITY_PROVIDERS \(/],
  ['a missing field', [{ ...company, clientSecret: undefined }], /IDENTITY_PROVIDERS\.0\.clientSecret/],
  ['an unknown field', [{ ...company, domian: 'x' }], /IDENTITY_PROVIDERS\.0 .*domian/],
  ['an issuer that is no address', [{ ...company, issuer: 'login' }], /IDENTITY_PROVIDERS\.0\.issuer/],
  [
    'an issuer without TLS',
    [{ ...company, issuer: 'http://login.example' }],
    /IDENTITY_PROVIDERS\.0\.issuer .*https/,
  ],
  ['a domain that is an email', [{ ...company, domains: ['a@company.example'] }], /\.0\.domains\.0/],
  ['no domain', [{ ...company, domains: [] }], /IDENTITY_PROVIDERS\.0\.domains/],
  ['two of one name', [company, { ...company, domains: ['b.example'] }], /IDENTITY_PROVIDERS\.1\.name/],
  ['a domain of two', [company, { ...company, name: 'Other' }], /IDENTITY_PROVIDERS\.1\.domains/],
])('%s is named', (_what, providers, message) => {
  expect(() => read(providers)).toThrow(ConfigError)
  expect(() => read(providers)).toThrow(message)
  expect(() => read(providers)).not.toThrow(/top-secret/)
})

test('without TLS only to this machine, or on a test system', () => {
  for (const issuer of [
    'http://localhost:8090/x',
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'http://a.localhost',
  ])
    expect(read([{ ...company, issuer }])).toHaveLength(1)
  expect(read([{ ...company, issuer: 'http://sandbox:8090' }], { TEST_SYSTEM: '1' })).toHaveLength(1)
  expect(() => read([{ ...company, issuer: 'http://127.0.0.1.evil.example' }])).toThrow(/https only/)
})

test('it is told with whatever else is wrong', () => {
  expect(() => read({}, { PORT: 'x' })).toThrow(/PORT.*IDENTITY_PROVIDERS/)
  expect(() => readConfig({ IDENTITY_PROVIDERS: '[', PORT: 'x' })).toThrow(
    /PORT.*IDENTITY_PROVIDERS \(not JSON\)/,
  )
})

test('a provider on this machine is a stand-in: production refuses it and tells no secret', () => {
  const production = (issuer: string) =>
    readConfig({
      DATABASE_URL: 'postgres://db.example/countersign',
      SMTP_URL: 'smtps://mail.example',
      TIMESTAMP_AUTHORITIES: 'https://tsa.example/tsr',
      IDENTITY_PROVIDERS: JSON.stringify([{ ...company, issuer }]),
    })
  expect(() => requireRealParties(production('http://localhost:8090/single-sign-on'))).toThrow(
    NotForProduction,
  )
  expect(() => requireRealParties(production('http://localhost:8090/x'))).not.toThrow(/top-secret/)
  expect(() => requireRealParties(production(company.issuer))).not.toThrow()
})

import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { requireRealParties } from './require-real-parties.ts'

test('TRUST_PROXY is the number of proxies in front; 1 and true are one, nothing else is a guess', () => {
  expect(readConfig({}).trustProxy).toBe(0)
  expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(0)
  expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(1)
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(() => readConfig({ TRUST_PROXY: 'yes' })).toThrow(ConfigError)
  expect(() => readConfig({ TRUST_PROXY: '-1', PORT: 'x' })).toThrow(/TRUST_PROXY.*|PORT.*/)
})

test('the refusal of stand-ins in production tells no password', () => {
  const config = readConfig({
    DATABASE_URL: 'postgres://db.example/countersign',
    SMTP_URL: 'smtp://mailer:top-secret@localhost:25',
    TIMESTAMP_AUTHORITIES: 'https://tsa.example/tsr',
  })
  expect(() => requireRealParties(config)).toThrow(/smtp:\/\/localhost:25/)
  expect(() => requireRealParties(config)).not.toThrow(/top-secret/)
})

test('PUBLIC_URL is an origin: whatever else would end up in every link', () => {
  expect(readConfig({ PUBLIC_URL: 'https://sign.example/' }).publicUrl).toBe('https://sign.example')
  for (const wrong of [
    'https://sign.example/app',
    'https://a:b@sign.example',
    'https://sign.example?x=1',
    'ftp://x',
  ])
    expect(() => readConfig({ PUBLIC_URL: wrong })).toThrow(/PUBLIC_URL/)
})

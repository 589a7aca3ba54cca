import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { requireRealParties } from '#api/app/require-real-parties.ts'

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

test('who is asked for records are addresses; a stand-in on this machine is not for production', () => {
  expect(readConfig({ DNS_SERVERS: '192.0.2.53, [2001:db8::53]:5353' }).dnsServers).toHaveLength(2)
  expect(() => readConfig({ DNS_SERVERS: 'dns.example' })).toThrow(/DNS_SERVERS/)
  const production = (DNS_SERVERS: string) =>
    readConfig({
      DATABASE_URL: 'postgres://db.example/countersign',
      SMTP_URL: 'smtps://mail.example',
      TIMESTAMP_AUTHORITIES: 'https://tsa.example/tsr',
      DNS_SERVERS,
    })
  expect(() => requireRealParties(production('127.0.0.1:8092'))).toThrow(/dns:..127.0.0.1:8092/)
  expect(() => requireRealParties(production('127.0.0.53'))).not.toThrow()
})

test('a mail server’s password with a percent sign that isn’t encoded is refused, and not told', () => {
  const password = (text: string) => readConfig({ SMTP_URL: `smtps://mailer:${text}@mail.example` })
  expect(password('100%25').smtpUrl).toContain('100%25')
  for (const text of ['100%', 'a%zz', '%ff']) {
    expect(() => password(text)).toThrow(ConfigError)
    expect(() => password(text)).toThrow(/SMTP_URL.*%25/)
    expect(() => password(text)).not.toThrow(text)
  }
  expect(() => readConfig({ SMTP_URL: 'mail.example' })).toThrow(ConfigError)
})

test('a timestamp authority’s password with a percent sign that isn’t encoded is refused, and not told', () => {
  const password = (text: string) =>
    readConfig({ TIMESTAMP_AUTHORITIES: `https://tsa.example, https://u:${text}@tsb.example` })
  expect(password('100%25').timestampAuthorities[1]?.url).toContain('100%25')
  for (const text of ['100%', 'a%zz', '%ff']) {
    expect(() => password(text)).toThrow(ConfigError)
    expect(() => password(text)).toThrow(/TIMESTAMP_AUTHORITIES.*%25/)
    expect(() => password(text)).not.toThrow(text)
  }
})

test('a gateway for messages needs its key, and a line nobody listens on', () => {
  const url = 'https://sms.example/messages'
  expect(readConfig({}).smsGateway).toBeUndefined()
  expect(readConfig({ SMS_GATEWAY_URL: url, SMS_GATEWAY_KEY: 'k' }).smsGateway).toMatchObject({
    url,
    key: 'k',
  })
  expect(() => readConfig({ SMS_GATEWAY_URL: url })).toThrow(/SMS_GATEWAY_KEY/)
  expect(() => readConfig({ SMS_GATEWAY_KEY: 'k' })).toThrow(/SMS_GATEWAY_URL/)
  expect(() => readConfig({ SMS_GATEWAY_URL: 'http://sms.example/', SMS_GATEWAY_KEY: 'k' })).toThrow(/https/)
})

test('the verification host is told people by its own address, or not at all', () => {
  expect(readConfig({}).verificationUrl).toBe('http://localhost:8081')
  expect(readConfig({ VERIFICATION_PORT: '0' }).verificationUrl).toBeNull()
  expect(readConfig({ PUBLIC_URL: 'https://sign.example' }).verificationUrl).toBeNull()
  const both = { PUBLIC_URL: 'https://sign.example', VERIFICATION_URL: 'https://verify.example/' }
  expect(readConfig(both).verificationUrl).toBe('https://verify.example')
})

test('an address of the verification host is refused where that is turned off', () => {
  const off = { VERIFICATION_PORT: '0', VERIFICATION_URL: 'https://verify.example' }
  expect(() => readConfig(off)).toThrow('VERIFICATION_URL (has no effect with VERIFICATION_PORT=0')
  expect(readConfig({ VERIFICATION_PORT: '0', VERIFICATION_URL: '' }).verificationUrl).toBeNull()
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

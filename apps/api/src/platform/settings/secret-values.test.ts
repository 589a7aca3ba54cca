import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { describeSettings, listSettings } from './describe-settings.ts'
import { secretValues, withoutSecrets } from './secret-values.ts'

const environment = {
  DATABASE_URL:
    'postgres://countersign:p%40ssword-one@db.example/countersign?sslpassword=x&password=another-one',
  TIMESTAMP_AUTHORITIES: 'https://user:of-the-authority@tsa.example/tsr|a.pem, https://tsa.example',
  STRIPE_SECRET_KEY: 'sk_live_123456789',
  CHARGEBEE_API_KEY: 'live_987654321',
  COUNTERSIGN_PREVIOUS_MASTER_KEYS: 'first-old-key,second-old-key',
  IDENTITY_PROVIDERS: '[{"name":"Helvetia AG","clientSecret":"of \\"Helvetia\\" AG"}]',
  SMS_GATEWAY_KEY: 'short',
  LOG_LEVEL: 'info',
}

test('every secret is found in what is printed, also encoded; nothing else is hidden', () => {
  const secrets = secretValues(environment)
  const said = [
    'p@ssword-one p%40ssword-one another-one of-the-authority',
    'sk_live_123456789 live_987654321 first-old-key second-old-key of \\"Helvetia\\" AG',
  ].join(' ')
  expect(withoutSecrets(said, secrets).replaceAll('•••', '').trim()).toBe('')
  expect(withoutSecrets('info short Helvetia AG db.example', secrets)).toBe(
    'info short Helvetia AG db.example',
  )
})

test('settings are described without what is secret in them', () => {
  const described = JSON.stringify(listSettings(environment))
  for (const secret of secretValues(environment)) expect(described).not.toContain(secret)
  expect(described).toContain('postgres://countersign:•••@db.example/countersign?•••')
  expect(described).toContain('https://user:•••@tsa.example/tsr|a.pem, https://tsa.example')
  expect(described).toContain('"LOG_LEVEL","value":"info","source":"environment"')
  expect(described).toContain('"PORT","value":"8080","source":"default"')
})

test.each(['hunter2,hunter2', 'hunter2@hunter2', 'hunter2|hunter2', 'hunter2 hunter2', 'hunter2:hunter2'])(
  'a password is hidden whatever signs it has, as in %s',
  (password) => {
    const url = `postgres://countersign:${password}@db.example:5432/countersign`
    const given = {
      DATABASE_URL: url,
      TIMESTAMP_AUTHORITIES: `https://tsa.example, https://user:${password}@tsb.example`,
    }
    // A start takes it.
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
    for (const described of [JSON.stringify(listSettings(given)), JSON.stringify(describeSettings(given))]) {
      expect(described).not.toContain('hunter2')
      expect(described).toContain('@db.example:5432/countersign')
      expect(described).toContain('https://tsa.example, https://')
      expect(described).toContain('@tsb.example')
    }
    expect(withoutSecrets(`no answer for ${password}`, secretValues(given))).toBe('no answer for •••')
  },
)

test('a query of an address is hidden where several addresses are given, or several hosts; what follows it stays', () => {
  const several = {
    TIMESTAMP_AUTHORITIES:
      'https://tsa.example/tsr?apikey=hunter2hunter2|a.pem, https://tsb.example/tsr?token=a,b-of-the-second|b.pem,https://tsc.example/tsr?apikey=of-the-third',
    DATABASE_URL: 'postgres://one.example,two.example/countersign?sslmode=require&sslpassword=of-the-key',
  }
  const given = ['hunter2hunter2', 'b-of-the-second', 'of-the-third', 'of-the-key']
  for (const described of [
    JSON.stringify(listSettings(several)),
    JSON.stringify(describeSettings(several)),
  ]) {
    for (const secret of given) expect(described).not.toContain(secret)
    expect(described).toContain('|a.pem, https://tsb.example/tsr?')
    expect(described).toContain('postgres://one.example,two.example/countersign?')
  }
  expect(withoutSecrets('no answer of tsr?apikey=hunter2hunter2: of-the-key', secretValues(several))).toBe(
    'no answer of tsr?•••: •••',
  )
})

test('the secrets in the queries of all addresses of a list are found, however they are separated', () => {
  const secrets = secretValues({
    TIMESTAMP_AUTHORITIES:
      'https://tsa.example?token=of-the-first,https://tsb.example?token=of-the-second, https://tsc.example?token=of-the-third',
  })
  expect(withoutSecrets('of-the-first of-the-second of-the-third', secrets)).toBe('••• ••• •••')
})

test('a secret in a file is found too, and its setting names the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const file = join(folder, 'smtp')
  writeFileSync(file, 'smtps://mailer:only-in-a-file@mail.example\n')
  const given = { SMTP_URL_FILE: file }
  expect(withoutSecrets('535 only-in-a-file', secretValues(given))).toBe('535 •••')
  const smtp = listSettings(given).find(({ name }) => name === 'SMTP_URL')
  expect(smtp).toEqual({ name: 'SMTP_URL', value: '•••', source: 'file', file })
  rmSync(folder, { recursive: true })
})

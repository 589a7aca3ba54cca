import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { secretNames } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const key = Buffer.alloc(32, 7).toString('base64')
const values: Readonly<Record<(typeof secretNames)[number], string>> = {
  COUNTERSIGN_MASTER_KEY: key,
  COUNTERSIGN_PREVIOUS_MASTER_KEYS: `${Buffer.alloc(32, 8).toString('base64')},${Buffer.alloc(32, 9).toString('base64')}`,
  DATABASE_URL: 'postgres://countersign:pw@db.example/countersign',
  DATABASE_APPLICATION_URL: 'postgres://login:pw@db.example/countersign',
  DATABASE_READ_URL: 'postgres://login:pw@replica.example/countersign',
  SMTP_URL: 'smtps://mailer:pw@mail.example',
  SMS_GATEWAY_KEY: 'sms-key',
  CELLO_PRODUCT_SECRET: 'cello',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  CHARGEBEE_API_KEY: 'live_1',
  CHARGEBEE_WEBHOOK_USER: 'user',
  CHARGEBEE_WEBHOOK_PASSWORD: 'password',
  STORE_S3_ACCESS_KEY_ID: 'an id',
  METRICS_TOKEN: 'a-token-for-prometheus',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=secret',
  STORE_S3_SECRET_ACCESS_KEY: 'its secret',
  BACKUP_S3_ACCESS_KEY_ID: 'an id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'its secret',
}
const others = {
  SMS_GATEWAY_URL: 'https://sms.example',
  CELLO_PRODUCT_ID: 'countersign',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  CHARGEBEE_SITE: 'countersign',
  BILLING_PROVIDER: 'stripe',
  STORE_S3_BUCKET: 'documents',
}

test('every secret is read from the file that its _FILE variable names, with or without a final line break', () => {
  const files = secretNames.map((name) => [`${name}_FILE`, file(name, `${values[name]}\n`)])
  const fromFiles = readConfig({ ...others, ...Object.fromEntries(files) })
  expect(fromFiles).toEqual(readConfig({ ...others, ...values }))
  expect(fromFiles.previousMasterKeys).toHaveLength(2)
  const withoutBreak = file('bare', key)
  expect(readConfig({ COUNTERSIGN_MASTER_KEY_FILE: withoutBreak }).masterKey).toBe(key)
})

test('a start knows the names of the files, and points out one that is misspelt', () => {
  const start = (name: string) =>
    readConfig({ COUNTERSIGN_DATA: folder, [name]: file('smtp', 'smtps://mail.example') }, 'start')
  expect(start('SMTP_URL_FILE').smtpUrl).toBe('smtps://mail.example')
  expect(() => start('SMTP_URL_FIEL')).toThrow(/did you mean SMTP_URL_FILE\?/)
})

test.each([
  ['a file that is missing', () => join(folder, 'nowhere'), "can't be read: it is not there"],
  ['a folder', () => folder, "isn't a file"],
  ['an empty file', () => file('empty', '\n'), 'is empty'],
  ['a large file', () => file('large', 'x'.repeat(70_000)), 'is too large for a secret'],
])('%s in place of a secret is refused by name', (_what, path, problem) => {
  const variable = { SMS_GATEWAY_URL: 'https://sms.example', SMS_GATEWAY_KEY_FILE: path() }
  expect(() => readConfig(variable)).toThrow(`SMS_GATEWAY_KEY_FILE (${path()} ${problem}`)
})

test('a secret that is set in both places is refused, and neither value is printed', () => {
  const both = {
    SMTP_URL: 'smtp://u:first@mail.example',
    SMTP_URL_FILE: file('both', 'smtp://u:second@mail.example'),
  }
  expect(() => readConfig(both)).toThrow('SMTP_URL_FILE (SMTP_URL is set as well: keep one of them)')
  expect(() => readConfig(both)).not.toThrow(/first|second/)
})

test('a wrong value from a file is refused without the value', () => {
  const wrong = { COUNTERSIGN_MASTER_KEY_FILE: file('wrong', 'hunter2') }
  expect(() => readConfig(wrong)).toThrow(/COUNTERSIGN_MASTER_KEY \(32 bytes in base64/)
  expect(() => readConfig(wrong)).not.toThrow(/hunter2/)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { commands } from './commands.ts'
import { operate, operateAsProcess } from './testing/operate.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ environment: { TEST_SYSTEM: '1' } })
})
afterAll(() => api?.stop())

/** With these a command does its work; the others need nothing. */
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  verify: ['missing.pdf'],
  'mail test': ['olivia@example.org'],
  business: ['list'],
  'admin recover': ['nobody@example.org'],
  'admin change-email': ['01939e2a-0000-7000-8000-000000000000', 'nobody@example.org'],
  'admin company-sign-in': ['Nobody AG'],
}
/** Neither settings nor a database are wrong for them. */
const needsNoDatabase = new Set(['config', 'doctor', 'verify', 'mail test'])

const secret = (name: string) => `very-${name}-secret`
const masterKey = Buffer.alloc(32, 'a master key!').toString('base64')

/** Every secret setting is set, each to another value. */
async function withSecrets(): Promise<Record<string, string>> {
  const folder = api.context.config.dataDirectory
  const url = new URL(api.environment['DATABASE_URL'] ?? '')
  url.password = secret('database')
  await writeFile(join(folder, 'gateway'), secret('gateway-file'))
  return {
    ...api.environment,
    COUNTERSIGN_MASTER_KEY: masterKey,
    DATABASE_URL: url.href,
    SMTP_URL: (api.environment['SMTP_URL'] ?? '').replace('//', `//mailer:${secret('smtp%23')}@`),
    SMS_GATEWAY_KEY: secret('gateway'),
    CELLO_PRODUCT_ID: 'product',
    CELLO_PRODUCT_SECRET: secret('cello'),
    IDENTITY_PROVIDERS: JSON.stringify([
      {
        name: 'Helvetia AG',
        issuer: api.sandboxUrl,
        clientId: 'countersign',
        clientSecret: secret('client'),
        domains: ['helvetia.example'],
      },
    ]),
    IDENTIFICATION_PROVIDERS: JSON.stringify({
      srs: { url: api.sandboxUrl, apiKey: secret('srs'), webhookSecret: secret('webhook') },
    }),
  }
}

const runOf = (name: string) => [...name.split(' '), ...(argumentsOf[name] ?? [])]

test('no command prints a secret, whether it works or not, and with --json each prints JSON', async () => {
  const environment = await withSecrets()
  const names = ['database', 'smtp#', 'smtp%23', 'gateway', 'cello', 'client', 'srs', 'webhook']
  const secrets = [masterKey, ...names.map(secret)]
  const encoded = secrets.map((each) => Buffer.from(each).toString('base64').replace(/=+$/, ''))
  const away = `postgres://countersign:${secret('database')}@127.0.0.1:1/none`
  const empty = (environment['DATABASE_URL'] ?? '').replace(/\/test_[^?]*/, '/postgres')
  for (const { name } of commands) {
    // Each is once a process of its own: with what it loads, how it ends, and that nothing keeps it from ending.
    const works = await operateAsProcess(runOf(name), environment)
    const isDown = await operate([...runOf(name), '--json'], { ...environment, DATABASE_URL: away })
    const runs = [works, isDown]
    expect(() => JSON.parse(isDown.output), `${name}: ${isDown.output}`).not.toThrow()
    if (!needsNoDatabase.has(name)) {
      const isEmpty = await operate([...runOf(name), '--json'], { ...environment, DATABASE_URL: empty })
      for (const { status, output } of [isDown, isEmpty])
        expect([name, status, JSON.parse(output)]).toEqual([name, 2, { error: expect.any(String) }])
      runs.push(isEmpty)
    }
    const printed = runs.map(({ output, errors }) => output + errors).join('')
    for (const each of [...secrets, ...encoded]) expect(printed).not.toContain(each)
  }
}, 600_000)

test('the settings are shown with where each comes from, and what is wrong with them', async () => {
  const environment: Record<string, string> = { ...(await withSecrets()), LOG_LEVEL: '' }
  const { status, output } = await operate(['config', '--json'], environment)
  expect(status).toBe(0)
  const { settings } = JSON.parse(output) as { settings: { name: string; value: string; source: string }[] }
  const of = (name: string) => settings.find((setting) => setting.name === name)
  expect(of('LOG_LEVEL')).toMatchObject({ value: 'info', source: 'default' })
  expect(of('PORT')).toMatchObject({ value: environment['PORT'], source: 'environment' })
  expect(of('SMS_GATEWAY_KEY')).toMatchObject({ value: '•••', source: 'environment' })
  expect(of('SMTP_URL')?.value).toMatch(/^smtp:\/\/mailer:•••@127\.0\.0\.1:\d+$/)
  expect(of('TRUST_LISTS')).toMatchObject({ value: null, source: 'not set' })
  const wrong = await operate(['config'], { PORT: 'eighty' })
  expect(wrong.status).toBe(1)
  expect(wrong.output).toContain('✗ PORT (a port: a whole number from 0 to 65535)')
})

test('a test email arrives, and the dialogue with the server is shown', async () => {
  const { status, output } = await operate(['mail', 'test', 'olivia@example.org'], api.environment)
  expect(output).toMatch(/^< 220 .*\n> EHLO/)
  expect(output).toMatch(/\n> RCPT TO:<olivia@example\.org>\n[^]*\n< 250 /)
  expect(output).toMatch(/\n✓ Accepted after \d+ ms, not encrypted: 250 /)
  expect(status).toBe(0)
  const mail = await api.inbox.next('olivia@example.org')
  expect(mail.subject).toBe('Countersign: test email')
})

test('a test email that is refused, and an address that is none, are told apart', async () => {
  const away = await operate(['mail', 'test', 'olivia@example.org'], {
    ...api.environment,
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  expect(away.status).toBe(1)
  expect(away.output).toMatch(/✗ Not sent \(connection, after \d+ ms\): .*ECONNREFUSED/)
  await api.fault('smtp', 'reject_recipient')
  const refused = await operate(['mail', 'test', 'olivia@example.org', '--json'], api.environment)
  expect(JSON.parse(refused.output)).toMatchObject({ isSent: false, failure: { stage: 'mail' } })
  for (const wrong of [[], ['nobody'], ['a@b.c', 'd@e.f']])
    expect((await operate(['mail', 'test', ...wrong], api.environment)).status).toBe(2)
})

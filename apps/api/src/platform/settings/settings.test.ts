import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig, settingNames } from './config.ts'
import { expected } from './expected.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const production = {
  DATABASE_URL: 'postgres://countersign:pw@db.example/countersign',
  TIMESTAMP_AUTHORITIES: 'https://tsa.example/tsr',
  SMTP_URL: 'smtps://mailer:pw@mail.example',
  PUBLIC_URL: 'https://sign.example',
  MAIL_FROM: 'Countersign <no-reply@sign.example>',
  COUNTERSIGN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  COUNTERSIGN_DATA: folder,
}

function refusal(environment: Record<string, string | undefined>, use?: 'start' | 'production'): string {
  try {
    readConfig(environment, use)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  return ''
}
const inProduction = (change: Record<string, string | undefined>) =>
  refusal({ ...production, ...change }, 'production')

const wrong: Partial<Record<(typeof settingNames)[number], readonly string[]>> = {
  HOST: ['http://sign.example', '0.0.0.0 :80'],
  BACKUP_TARGET: ['backups', './backups', '~/backups', 's3://', 's3://Backups', 'https://s3.example/backups'],
  BACKUP_SCHEDULE: [
    'daily',
    '30 1 * *',
    '99 1 * * *',
    '30 1 * * * purge-expired',
    '30 1 30 2 *',
    '0 1 31 4,6 *',
  ],
  BACKUP_KEEP: ['14', '0d', '7d,7d', '7 days'],
  BACKUP_PUBLIC_KEY: ['AGE-SECRET-KEY-1QQPQYRZQSPQYRZQSPQYRZQSPQYRZQ', 'age1notakey'],
  PORT: ['70000', 'x', '-1', '80.5', ' ', '0x50', '1e3'],
  METRICS_PORT: ['off', ' '],
  HEALTH_PORT: ['8082/tcp'],
  VERIFICATION_PORT: ['8081/tcp'],
  VERIFICATION_URL: ['verify.example', 'https://verify.example/codes'],
  PUBLIC_URL: ['sign.example', 'https://sign.example/app', 'ftp://sign.example'],
  COUNTERSIGN_MASTER_KEY: ['hunter2-secret', Buffer.alloc(31).toString('base64')],
  COUNTERSIGN_PREVIOUS_MASTER_KEYS: ['hunter2-secret', 'a,b'],
  DATABASE_URL: ['db.example', 'mysql://db.example/x', 'postgres://user:secret#1@db.example/x'],
  DATABASE_APPLICATION_URL: ['app'],
  DATABASE_READ_URL: ['replica.example'],
  DATABASE_POOL: ['0', '1', 'many'],
  TIMESTAMP_AUTHORITIES: ['tsa.example', 'ldap://tsa.example'],
  SIGNATURE_KEY: ['P-384', 'p-256'],
  DNS_SERVERS: ['dns.example'],
  OUTGOING_ALLOWED_HOSTS: [
    'ftp://files.internal',
    'files.internal/path',
    'files.internal:0',
    'files.internal:70000',
    '10.0.0.0/8',
    '0x7f.1',
    '*',
    '*.internal',
    'user@files.internal',
    'files.internal.',
    '::1',
  ],
  STATUS_PAGE_URL: ['status.example'],
  TERMS_URL: ['/terms'],
  FRONT_PAGE_PRICE: ['x'.repeat(301)],
  FRONT_PAGE_DATA_LOCATION: ['x'.repeat(301)],
  SMTP_URL: ['mail:587', 'mail.example', 'http://mail.example'],
  SMS_GATEWAY_URL: ['http://sms.example', 'sms.example'],
  SMS_SENDER: ['Countersign AG Zürich'],
  MAIL_FROM: ['nobody', 'Countersign', 'a@b>', '<>', 'a@b\nBcc: c@d'],
  GUIDANCE_SCRIPT_URL: ['http://guide.example/x.js'],
  ERROR_REPORTING_SCRIPT_URL: ['errors.example'],
  ERROR_REPORTING_DSN: ['key@errors.example'],
  ERROR_REPORTING_SESSION_SAMPLE_RATE: ['2', '50%'],
  ERROR_REPORTING_TRACE_SAMPLE_RATE: ['-1', ' '],
  REFERRAL_SCRIPT_URL: ['x'],
  SURVEYS_URL: ['x'],
  LIBREOFFICE: ['soffice', 'no'],
  LOG_LEVEL: ['INFO', 'verbose'],
  LOG_FORMAT: ['pretty'],
  METRICS_TOKEN: ['hunter2'],
  SHUTDOWN_DELAY_MS: ['5s', '-1', '60001', ' '],
  COUNTERSIGN_COMMIT: ['main', 'abc'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318'],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['grpc://collector:4317'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc'],
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ['grpc'],
  OTEL_EXPORTER_OTLP_HEADERS: ['Bearer secret'],
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: ['secret'],
  OTEL_RESOURCE_ATTRIBUTES: ['production'],
  OTEL_TRACES_SAMPLER: ['sometimes'],
  OTEL_TRACES_SAMPLER_ARG: ['2', 'half', ' '],
  OTEL_TRACES_EXPORTER: ['zipkin'],
  OTEL_SDK_DISABLED: ['1'],
  TRUST_PROXY: ['10.0.0.0/8', 'yes', '-1', '11', ' '],
  TEST_SYSTEM: ['yes', 'on'],
  COUNTERSIGN_ENDS_WITH_PARENT: ['yes'],
  REQUESTS_PER_MINUTE: ['0'],
  API_USER_REQUESTS_PER_MINUTE: ['none'],
  EMAILS_PER_RECIPIENT: ['none'],
  NEW_SENDER_EMAILS: ['-5'],
  SIGNING_PATIENCE_MS: ['2s', '600001', '2147483648'],
  SATURATED_AFTER_MS: ['never', '2147483648'],
  STORE: ['disk', 's3,s3', 'folder,s3,folder'],
  STORE_S3_ENDPOINT: ['s3.example', 'https://s3.example/bucket', 'ftp://s3.example'],
  STORE_S3_REGION: ['EU Central'],
  STORE_S3_BUCKET: ['Documents', 'a', 's3://documents'],
  STORE_S3_PREFIX: ['/countersign', 'a//b'],
  STORE_S3_PATH_STYLE: ['yes'],
  STORE_S3_ENCRYPTION: ['on', 'aes256'],
  STORE_S3_CHECKSUMS: ['sha256'],
  BACKUP_S3_ENDPOINT: ['s3.example', 'https://s3.example/bucket', 'ftp://s3.example'],
  BACKUP_S3_REGION: ['EU Central'],
  BACKUP_S3_PATH_STYLE: ['yes'],
  BACKUP_S3_ENCRYPTION: ['on', 'aes256'],
  BACKUP_S3_CHECKSUMS: ['sha256'],
  STORE_CACHE_MB: ['0', '2 GB'],
  STRIPE_SECRET_KEY: ['pk_test_1', 'secret'],
  STRIPE_PUBLISHABLE_KEY: ['sk_test_1'],
  STRIPE_WEBHOOK_SECRET: ['we_1'],
  STRIPE_TAX: ['yes'],
  STRIPE_API_URL: ['api.stripe.com'],
  STRIPE_SCRIPT_URL: ['stripe.js'],
  CHARGEBEE_SITE: ['https://example.chargebee.com', 'example.chargebee.com', 'a/b'],
  CHARGEBEE_API_KEY: ['a key'],
  CHARGEBEE_WEBHOOK_USER: ['a user'],
  CHARGEBEE_WEBHOOK_PASSWORD: ['a password'],
  CHARGEBEE_API_URL: ['example.chargebee.com'],
  BILLING_PROVIDER: ['paypal', 'STRIPE'],
  FREE_PLAN: ['free'],
  FREE_SIGNATURES: ['-1', '1.5', 'some', ' '],
  ENTERPRISE_FORM_URL: ['ftp://forms.example/'],
  ENTERPRISE_CONTACT: ['sales'],
}
const cases = Object.entries(wrong).flatMap(([name, values]) => values.map((value) => [name, value] as const))

test.each(cases)('%s=%s is refused with what would be right, and without the value', (name, value) => {
  const message = refusal({ [name]: value })
  expect(message).toContain(`${name} (${expected[name as keyof typeof expected]})`)
  expect(message).not.toContain('Invalid')
  expect(message).not.toMatch(/secret|hunter2/)
})

test('a value whose quotes nobody took away is told to have them', () => {
  const read = (MAIL_FROM: string) => () => readConfig({ MAIL_FROM })
  expect(read("'Countersign <no-reply@sign.example>'")).toThrow(
    /MAIL_FROM \(.*its quotes are part of the value/,
  )
  expect(read('Countersign <no-reply at sign.example>')).toThrow(/MAIL_FROM \([^;]*\)/)
})

test('every setting of another form than text has a wrong value here', () => {
  const free = settingNames.filter((name) => !wrong[name])
  expect(free.filter((name) => refusal({ [name]: '\u0000' }).includes(`${name} (${expected[name]}`))).toEqual(
    [],
  )
})

test.each([
  ['IDENTITY_PROVIDERS', '[{"name":"A","issuer":"login","clientId":"","domains":["a.example"]}]'],
  ['IDENTITY_PROVIDERS', '{}'],
  ['IDENTIFICATION_PROVIDERS', '{"srs":{"url":"srs","apiKey":1}}'],
  ['TRUST_SERVICES', '{"services":[{"kind":"other"}],"assignment":[]}'],
])('a wrong entry of %s is told in words: %s', (name, json) => {
  const message = refusal({ [name]: json })
  expect(message).toContain(name)
  expect(message).not.toContain('Invalid')
})

test('production starts with all that it needs, and names all that is missing at once', () => {
  expect(inProduction({})).toBe('')
  const message = refusal({ COUNTERSIGN_DATA: folder, PORT: '70000' }, 'production')
  for (const name of [
    'PORT',
    'DATABASE_URL',
    'TIMESTAMP_AUTHORITIES',
    'SMTP_URL',
    'PUBLIC_URL',
    'MAIL_FROM',
    'COUNTERSIGN_MASTER_KEY',
  ])
    expect(message).toContain(`${name} (`)
})

test('a test system does without an address of its own, a sender and a key, and not without the others', () => {
  const less = { PUBLIC_URL: undefined, MAIL_FROM: undefined, COUNTERSIGN_MASTER_KEY: undefined }
  expect(inProduction({ ...less, TEST_SYSTEM: '1' })).toBe('')
  expect(inProduction({ ...less, TEST_SYSTEM: '1', SMTP_URL: undefined })).toContain('SMTP_URL (not set')
})

test('production is reached by https, except on this machine', () => {
  for (const url of [
    'http://sign.example',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
  ])
    for (const name of ['PUBLIC_URL', 'VERIFICATION_URL'])
      expect(inProduction({ [name]: url, TEST_SYSTEM: '1' })).toContain(`${name} (https`)
  for (const url of [
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]',
    'http://sign.localhost',
  ])
    expect(inProduction({ PUBLIC_URL: url, VERIFICATION_URL: url })).toBe('')
})

const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const chargebee = {
  CHARGEBEE_SITE: 'countersign',
  CHARGEBEE_API_KEY: 'live_1',
  CHARGEBEE_WEBHOOK_USER: 'user',
  CHARGEBEE_WEBHOOK_PASSWORD: 'password',
}

test.each([...Object.keys(stripe), ...Object.keys(chargebee)])(
  'a payment provider without its %s is refused',
  (name) => {
    const all = name in stripe ? stripe : chargebee
    expect(refusal({ ...all, [name]: undefined })).toContain(`${name} (not set`)
  },
)

test('of two payment providers one takes new customers, and it has to be one that is set up', () => {
  expect(refusal({ ...stripe, ...chargebee })).toContain('BILLING_PROVIDER (not set')
  expect(refusal({ ...stripe, ...chargebee, BILLING_PROVIDER: 'chargebee' })).toBe('')
  expect(refusal({ ...stripe, BILLING_PROVIDER: 'chargebee' })).toContain('chargebee is not set up')
})

test('production takes live keys of payment providers at their own addresses; a test system takes others', () => {
  expect(inProduction(stripe)).toBe('')
  expect(inProduction(chargebee)).toBe('')
  for (const unreal of [
    { ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' },
    { ...stripe, STRIPE_SECRET_KEY: 'rk_test_1' },
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    { ...stripe, STRIPE_API_URL: 'http://localhost:8090/stripe' },
    { ...stripe, STRIPE_SCRIPT_URL: 'https://scripts.example/v3.js' },
    { ...chargebee, CHARGEBEE_API_KEY: 'test_1' },
    { ...chargebee, CHARGEBEE_API_URL: 'https://chargebee.example' },
  ]) {
    expect(inProduction(unreal)).toContain('only with TEST_SYSTEM=1')
    expect(inProduction({ ...unreal, TEST_SYSTEM: '1' })).toBe('')
  }
})

test.each([
  ['SMS_GATEWAY_URL', 'https://sms.example', 'SMS_GATEWAY_KEY'],
  ['SMS_GATEWAY_KEY', 'top-secret', 'SMS_GATEWAY_URL'],
  ['ERROR_REPORTING_SCRIPT_URL', 'https://errors.example/x.js', 'ERROR_REPORTING_DSN'],
  ['ERROR_REPORTING_DSN', 'https://errors.example/1', 'ERROR_REPORTING_SCRIPT_URL'],
  ['CELLO_PRODUCT_ID', 'countersign', 'CELLO_PRODUCT_SECRET'],
  ['CELLO_PRODUCT_SECRET', 'top-secret', 'CELLO_PRODUCT_ID'],
])('%s alone is refused: it goes together with another', (name, value, other) => {
  const message = refusal({ [name]: value })
  expect(message).toContain(`${other} (not set`)
  expect(message).not.toContain('top-secret')
})

test('a folder that cannot be written to, and files that are not there or are something else, are refused', () => {
  const empty = join(folder, 'empty.pem')
  writeFileSync(empty, 'nothing')
  const plain = join(folder, 'plain')
  writeFileSync(plain, '')
  chmodSync(plain, 0o644)
  for (const [name, value, why] of [
    ['COUNTERSIGN_DATA', '/proc/x', 'nothing can be written to /proc/x'],
    ['COUNTERSIGN_DATA', join(plain, 'data'), 'no folder'],
    ['TRUST_LISTS', join(folder, 'lotl.xml'), 'lotl.xml cannot be read: it is not there'],
    ['TRUST_LISTS', folder, 'it is a folder'],
    ['TRUST_ANCHORS', '/nowhere.pem', 'it is not there'],
    ['TRUST_ANCHORS', empty, 'no certificate in PEM'],
    ['TRUST_LIST_SIGNERS', empty, 'no certificate in PEM'],
    ['TIMESTAMP_AUTHORITIES', `https://tsa.example|${folder}`, 'it is a folder'],
    ['TIMESTAMP_AUTHORITIES', `https://tsa.example|${empty}`, 'no certificate in PEM'],
    ['LIBREOFFICE', '/nowhere/soffice', 'it is not there'],
    ['LIBREOFFICE', folder, 'is no program'],
  ] as const) {
    const message = inProduction({ [name]: value })
    expect(message).toContain(`${name} (`)
    expect(message).toContain(why)
  }
  expect(inProduction({ LIBREOFFICE: 'off', COUNTERSIGN_DATA: join(folder, 'new', 'data') })).toBe('')
})

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TIMESTAMP_AUTHORITY', undefined],
  ['TIMESTAMP_AUTHORITES', 'TIMESTAMP_AUTHORITIES'],
  ['PROT', 'PORT'],
  ['log_level', 'LOG_LEVEL'],
  ['COUNTERSIGN_SECRET', undefined],
  ['SMTP_PASSWORD', undefined],
])('the name %s is refused as no setting', (name, meant) => {
  const message = refusal({ COUNTERSIGN_DATA: folder, [name]: 'top-secret' }, 'start')
  expect(message).toContain(`${name} (no setting has this name: ${meant ? `did you mean ${meant}?` : ''}`)
  expect(message).not.toContain('top-secret')
})

test('names of others pass: of the system, of npm, of the services beside it', () => {
  const others = {
    HOME: '/root',
    HOSTNAME: 'box',
    PATH: '/bin',
    PWD: '/',
    MAIL: '/var/mail/root',
    LOGNAME: 'root',
    NODE_OPTIONS: '',
    npm_config_port: '1',
    POSTGRES_PASSWORD: 'x',
    COUNTERSIGN_SERVICE_HOST: '10.0.0.1',
    COUNTERSIGN_SERVICE_PORT_HTTP: '8080',
    COUNTERSIGN_PORT: 'tcp://10.0.0.1:8080',
    COUNTERSIGN_PORT_8080_TCP_ADDR: '10.0.0.1',
    DATABASE_PORT: 'tcp://10.0.0.2:5432',
    SANDBOX_PORT: '8090',
    SANDBOX_HOST: '127.0.0.1',
  }
  expect(refusal({ COUNTERSIGN_DATA: folder, ...others }, 'start')).toBe('')
  expect(refusal({ ...process.env, COUNTERSIGN_DATA: folder }, 'start')).toBe('')
})

test('a process that is refused ends with one line, and no stack', async () => {
  const script = fileURLToPath(new URL('../../main.ts', import.meta.url))
  const env = { PATH: process.env.PATH, COUNTERSIGN_DATA: folder, SMPT_URL: 'x' }
  const { code, errors } = await new Promise<{ code: unknown; errors: string }>((resolve) => {
    execFile(process.execPath, [script], { env }, (error, _output, text) =>
      resolve({ code: error?.code, errors: text }),
    )
  })
  expect(code).toBe(1)
  expect(errors).toMatch(/^Countersign did not start\. These settings are wrong: [^\n]*SMTP_URL\?\)\n$/)
})

test('a key for encryption by a store is refused where nothing is encrypted with it', () => {
  for (const store of ['STORE_S3', 'BACKUP_S3']) {
    const problem = `${store}_ENCRYPTION (not aws:kms: ${store}_KMS_KEY is for that)`
    expect(refusal({ [`${store}_KMS_KEY`]: 'a-key' })).toContain(problem)
    expect(refusal({ [`${store}_KMS_KEY`]: 'a-key', [`${store}_ENCRYPTION`]: 'AES256' })).toContain(problem)
  }
})

test('backups go to another bucket than the documents', () => {
  const documents = { STORE: 's3', STORE_S3_BUCKET: 'documents', STORE_S3_ENDPOINT: 'https://s3.example' }
  const target = { BACKUP_TARGET: 's3://documents/backups', BACKUP_S3_ENDPOINT: 'https://s3.example' }
  expect(refusal({ ...documents, ...target })).toContain('BACKUP_TARGET (it is the bucket of the documents')
  const elsewhere = { ...target, BACKUP_S3_ENDPOINT: 'https://s3.elsewhere.example' }
  for (const other of [elsewhere, { ...target, BACKUP_TARGET: 's3://backups' }])
    expect(readConfig({ ...documents, ...other }).backup).toMatchObject({ target: other.BACKUP_TARGET })
})

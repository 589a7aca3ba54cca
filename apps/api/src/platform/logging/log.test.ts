import { expect, test } from 'vitest'
import { describeSettings } from '#api/platform/settings/describe-settings.ts'
import { expected } from '#api/platform/settings/expected.ts'
import { describeStatement } from '#api/platform/db/statements/describe-statement.ts'
import { describeError } from './describe-error.ts'
import { openLog } from './log.ts'
import { runWork } from './work.ts'

function written(logFormat: 'json' | 'text', write: (log: ReturnType<typeof openLog>) => void): string {
  let text = ''
  write(openLog({ logLevel: 'info', logFormat }, 'worker', { write: (line) => void (text += line) }))
  return text
}

test('an error is written with its causes, and without the people it is about', () => {
  const cause = Object.assign(new Error('550 <anna@example.org> unknown at smtp://user:pw@mail.example'), {
    code: 'EENVELOPE',
    rejected: ['anna@example.org'],
  })
  const described = describeError(new Error('could not send to anna@example.org', { cause })) as {
    cause: object
  }
  expect(described).toMatchObject({
    type: 'Error',
    message: 'could not send to …@…',
    cause: { code: 'EENVELOPE' },
  })
  expect(JSON.stringify(described)).not.toMatch(/anna|:pw|rejected/)
  expect(JSON.stringify(described)).toContain('log.test.ts')
})

test('as text a line is for a person: time, level, words, details and the stack', () => {
  const text = written('text', (log) =>
    log.warn({ err: new Error('lost'), forged: 'a\nERROR b\u001B[2J' }, 'a connection\r\nwas lost'),
  )
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} WARN  worker a connection {2}was lost {2}forged=a ERROR b.\[2J\n {4}Error: lost\n/,
  )
})

test('what a line belongs to is said by everything within', () => {
  const line = written('json', (log) =>
    runWork({ jobId: '7', task: 'send-mail', requestId: 'r' }, () => log.info('sent')),
  )
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    process: 'worker',
    jobId: '7',
    task: 'send-mail',
    requestId: 'r',
  })
})

test('the settings of the first line have no secret: neither as a value nor in an address', () => {
  const secret = 'hunter2'
  const values = Object.fromEntries(Object.keys(expected).map((name) => [name, `${name} ${secret}`]))
  const shown = describeSettings({
    ...values,
    DATABASE_URL: `postgres://app:${secret}@db.example/countersign?password=${secret}`,
    SMTP_URL: `smtps://${secret}:x@mail.example`,
    TIMESTAMP_AUTHORITIES: `https://u:${secret}@tsa.example/tsr?key=${secret}|/etc/a.pem, https://b.example`,
  })
  const secrets = Object.keys(expected).filter((name) =>
    /SECRET|PASSWORD|TOKEN|HEADERS|MASTER|(GATEWAY|API|SECRET)_KEY/.test(name),
  )
  expect(secrets.length).toBeGreaterThan(8)
  for (const name of [...secrets, 'IDENTITY_PROVIDERS', 'IDENTIFICATION_PROVIDERS', 'TRUST_SERVICES'])
    expect([name, shown[name]]).toEqual([name, '(hidden)'])
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'TIMESTAMP_AUTHORITIES'])
    expect(shown[name]).not.toContain(secret)
  expect(shown['DATABASE_URL']).toBe('postgres://…@db.example/countersign?…')
})

test.each([
  ['select "id" from "mails" where "id" = $1', 'SELECT mails'],
  ["INSERT INTO accounts (email) VALUES ('anna@example.org')", 'INSERT accounts'],
  ['update only public.signings set x = 5', 'UPDATE signings'],
  ['COMMIT', 'COMMIT'],
])('%s is described as %s', (text, summary) => {
  expect(describeStatement(text).summary).toBe(summary)
})

test('statements that differ in their values alone have one fingerprint, which has none of them', () => {
  const of = (text: string) => describeStatement(text).fingerprint
  expect(of("select 1 from a where b in ($1, $2) and c = 'x'")).toBe(
    of("select 2 from a where b in ($1) and c = 'y'"),
  )
  expect(of('select 1 from a')).not.toBe(of('select 1 from b'))
})

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enqueueMail } from '#api/mail/enqueue-mail.ts'
import { connect } from '#api/platform/db/connect.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { startTestApi, type TestApi } from '#api/testing/api.ts'
import { operate } from '../testing/operate.ts'

let api: TestApi
let owner: ReturnType<typeof connect>
beforeAll(async () => {
  api = await startTestApi()
  owner = connect(api.connection, 'owner', 1, () => {})
})
afterEach(() => fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' }))
afterAll(async () => {
  await owner?.end()
  await api?.stop()
})

interface Queue {
  readonly tasks: readonly { task: string; waiting: number; failed: number; retrying: number }[]
  readonly failed: readonly { id: string; task: string; isFinal: boolean; error: string }[]
  readonly emails: readonly { id: string; domain: string; error: string; kind: string }[]
}
async function queue(): Promise<Queue> {
  const { status, output, errors } = await operate(['jobs', '--json'], api.environment)
  expect([status, errors]).toEqual([0, ''])
  return JSON.parse(output) as Queue
}
const retry = (...args: string[]) => operate(['jobs', 'retry', ...args], api.environment)

const mail = (recipient: string) =>
  transaction(api.context.db, (tx) =>
    enqueueMail(api.context, tx, { kind: 'no_account', recipient, language: 'en', input: {} }),
  )

test('an email that was refused is listed without its mailbox, and sent when it is retried', async () => {
  await api.fault('smtp', 'reject_recipient')
  await mail('rosa.lang@example.org')
  const failedMails = () => owner.query("SELECT FROM mails WHERE state = 'failed'")
  await expect.poll(async () => (await failedMails()).rowCount).toBe(1)
  const [failed] = (await queue()).emails
  expect(failed).toMatchObject({
    kind: 'no_account',
    domain: 'example.org',
    error: expect.stringContaining('refused'),
  })
  const shown = await operate(['jobs'], api.environment)
  expect(shown.output).toContain(`${failed?.id}  no_account to example.org`)
  expect(shown.output).not.toContain('rosa.lang')

  const again = await retry('emails', '--json')
  expect([again.status, JSON.parse(again.output)]).toEqual([0, { jobs: [], emails: [failed?.id] }])
  expect(await api.inbox.next('rosa.lang@example.org')).toBeDefined()
  expect((await queue()).emails).toEqual([])
  expect(await retry(failed?.id ?? '')).toMatchObject({
    status: 1,
    errors: expect.stringContaining('There is no failed job or email'),
  })
})

test('a job that waits for its next attempt, or was given up, runs when it is retried', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO graphile_worker._private_jobs (task_id, payload, max_attempts, attempts, last_error, run_at)
     SELECT id, '{}', 25, 25, 'rosa.lang@example.org is away' , now() FROM graphile_worker._private_tasks
     WHERE identifier = 'roll-up-activities' RETURNING id::text`,
  )
  const [{ id } = { id: '' }] = rows
  const before = await queue()
  expect(before.failed).toEqual([
    expect.objectContaining({
      id,
      task: 'roll-up-activities',
      isFinal: true,
      error: '…@example.org is away',
    }),
  ])
  expect(before.tasks.find(({ task }) => task === 'roll-up-activities')?.failed).toBe(1)
  expect((await retry('no-such-task')).status).toBe(1)
  expect((await retry('999999999')).status).toBe(1)
  const again = await retry('roll-up-activities')
  expect(again).toMatchObject({ status: 0, output: '1 job will be tried again now.\n' })
  await expect
    .poll(async () => (await owner.query('SELECT FROM graphile_worker.jobs WHERE id = $1', [id])).rowCount)
    .toBe(0)
  expect((await queue()).failed).toEqual([])
  expect(await retry()).toMatchObject({ status: 0, output: '0 jobs will be tried again now.\n' })
})

test('all emails that were given up are sent again, however many there are', async () => {
  const { rowCount } = await owner.query(
    `INSERT INTO mails (id, kind, recipient, language, state, attempts, input)
     SELECT gen_random_uuid(), 'no_account', 'person' || n || '@example.org', 'en', 'failed', 1000, '{"encrypted": "gone"}'
     FROM generate_series(1, 1001) n`,
  )
  expect(rowCount).toBe(1001)
  const { emails } = JSON.parse((await retry('emails', '--json')).output) as { emails: string[] }
  expect(new Set(emails).size).toBeGreaterThanOrEqual(1001)
  await owner.query("DELETE FROM mails WHERE recipient LIKE 'person%'")
  // Those that the worker is at fail first: what is written there can't be read.
  await expect
    .poll(async () => {
      await owner.query(
        "DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'mail:%' AND locked_at IS NULL",
      )
      return (await owner.query("SELECT FROM graphile_worker._private_jobs WHERE key LIKE 'mail:%'")).rowCount
    })
    .toBe(0)
})

test('a list that is longer than what is shown says so, and is read to its end page by page', async () => {
  await owner.query(
    `INSERT INTO mails (id, kind, recipient, language, state, attempts, input)
     SELECT gen_random_uuid(), 'no_account', 'person' || n || '@example.org', 'en', 'failed', 1000, '{"encrypted": "gone"}'
     FROM generate_series(1, 60) n`,
  )
  // Ids of different lengths: their order is that of numbers.
  await owner.query(
    `INSERT INTO graphile_worker._private_jobs (id, task_id, payload, max_attempts, attempts, last_error, run_at)
     OVERRIDING SYSTEM VALUE SELECT 999970 + n, id, '{}', 25, 25, 'away', now() FROM graphile_worker._private_tasks, generate_series(1, 60) n
     WHERE identifier = 'roll-up-activities'`,
  )
  const page = async (...args: string[]) => {
    const { output } = await operate(['jobs', '--json', ...args], api.environment)
    return JSON.parse(output) as Queue & { next: { failed: string | null; emails: string | null } }
  }
  const first = await page()
  expect([first.failed.length, first.emails.length]).toEqual([50, 50])
  expect(first.next).toEqual({ failed: first.failed.at(-1)?.id, emails: first.emails.at(-1)?.id })
  const shown = (await operate(['jobs'], api.environment)).output
  expect(shown).toContain(`There are more: countersign jobs --after ${first.next.failed}`)
  expect(shown).toContain(`There are more: countersign jobs --after ${first.next.emails}`)

  for (const list of ['failed', 'emails'] as const) {
    const other = list === 'failed' ? 'emails' : 'failed'
    const seen: string[] = []
    for (let after: string | null = null; seen.length === 0 || after !== null;) {
      const part: Awaited<ReturnType<typeof page>> = await page(
        '--limit',
        '25',
        ...(after === null ? [] : ['--after', after]),
      )
      if (after !== null) expect(part[other]).toEqual([])
      seen.push(...part[list].map(({ id }) => id))
      after = part.next[list]
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60])
  }

  for (const args of [
    ['--limit', '0'],
    ['--limit', '1001'],
    ['--after', 'x'],
  ])
    expect((await operate(['jobs', ...args], api.environment)).status).toBe(2)
  expect(await operate(['jobs', '--after', '999999999'], api.environment)).toMatchObject({
    status: 1,
    errors: expect.stringContaining('List them again without --after.'),
  })
  await owner.query("DELETE FROM mails WHERE recipient LIKE 'person%'")
  await owner.query("DELETE FROM graphile_worker._private_jobs WHERE last_error = 'away'")
})

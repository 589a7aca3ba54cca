import { expect, test } from 'vitest'
import type { SentRow } from './read-repository.ts'
import { parseTable } from './table/parse-table.ts'
import { reportOf } from './report.ts'

const aRow = (title: string, more: Partial<SentRow> = {}): SentRow => ({
  row: 2,
  state: 'sent',
  content: {
    title,
    message: '',
    signers: [{ roleId: 'x', email: 'anna@example.org', firstName: null, lastName: null, language: null }],
  },
  problems: [],
  request_id: 'abc',
  delivery: 'failed',
  done_at: new Date('2026-11-22T10:00:00Z'),
  wait: null,
  ...more,
})
const report = (rows: SentRow[], language: 'en' | 'de' = 'en') =>
  parseTable(reportOf(rows, { language, publicUrl: 'https://sign.example.org' }))

test('the report says of each row what became of it, and where', () => {
  const refused = aRow('B', {
    row: 3,
    state: 'refused',
    request_id: null,
    delivery: null,
    problems: [{ code: 'email_wrong', column: 'Email' }],
  })
  expect(report([aRow('A'), refused])).toEqual([
    ['Row', 'Title', 'Signers', 'Status', 'Reason', 'Email', 'Signature request', 'Time (UTC)'],
    [
      '2',
      'A',
      'anna@example.org',
      'Sent',
      '',
      'Not delivered',
      'https://sign.example.org/view/abc',
      '2026-11-22T10:00:00.000Z',
    ],
    [
      '3',
      'B',
      'anna@example.org',
      'Not sent',
      'This isn’t an email address (Email)',
      '',
      '',
      '2026-11-22T10:00:00.000Z',
    ],
  ])
})

test('in German it has the separator that Excel expects there', () => {
  expect(reportOf([aRow('A')], { language: 'de', publicUrl: '' }).split('\r\n')[0]).toContain(
    '"Zeile";"Titel"',
  )
})

test.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '＝1'])(
  'the report makes text of what a spreadsheet would run: %j',
  (title) => {
    expect(report([aRow(title)])[1]?.[1]).toBe(`'${title}`)
  },
)

test('no cell begins another one', () => {
  const title = 'A";=1\r\n"B'
  expect(report([aRow(title)])[1]?.[1]).toBe(title)
})

test('a row that waits for a limit on emails says for which mailbox and until when, a refused one whose field it is', () => {
  const until = new Date('2026-11-22T11:00:00Z')
  const about = { state: 'pending', request_id: null, done_at: null, delivery: null } as const
  const role = {
    code: 'refused',
    column: null,
    role: 'Tenant',
    field: 'signatures.0.document_signatures',
  } as const
  const rows = [
    aRow('A', { ...about, wait: { reason: 'recipient_limit', email: 'anna@example.org', until } }),
    aRow('B', { ...about, wait: { reason: 'sender_limit', email: null, until } }),
    aRow('C', { ...about, state: 'refused', problems: [role] }),
  ]
  expect(report(rows).map((cells) => cells[4])).toEqual([
    'Reason',
    'Waiting for the limit on emails to one mailbox (anna@example.org, 2026-11-22T11:00:00.000Z)',
    'Waiting for the limit on emails from a new account (2026-11-22T11:00:00.000Z)',
    'The request can’t be created with these people (Tenant)',
  ])
})

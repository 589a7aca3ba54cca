import type { ListQuery } from '../../apps/api/src/signing/signature-requests/lists/list-filter.ts'

/** What is left out is as the call has it. */
export type ListQuestion = readonly [name: string, asked: Partial<ListQuery>]

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const inbox = ['TO_SIGN', 'WAITING', 'COMPLETED', 'CANCELLED', 'ERROR'] as const

/** The ways of asking, each on an account with a tenth of all requests. */
export const questions: readonly ListQuestion[] = [
  ['everything', {}],
  ['the dashboard as it opens', { status: inbox }],
  ['own', { send_by: 'me' }],
  ['by one sender', { send_by: 'person2@example.org' }],
  ['by one sender, by title', { send_by: 'person2@example.org', sort_by: 'title', sort: 'asc' }],
  ...(['TO_SIGN', 'WAITING', 'COMPLETED', 'CANCELLED', 'ERROR', 'DRAFT'] as const).map(
    (state): ListQuestion => [state, { status: [state] }],
  ),
  ['by creation', { sort_by: 'created_at' }],
  ['by title', { sort_by: 'title', sort: 'asc' }],
  ['by state', { sort_by: 'status', sort: 'asc' }],
  ['by end', { sort_by: 'expiration_date', sort: 'asc' }],
  ['changed in a month', { date_from: day(31), date_to: day(1) }],
  ['changed in a year', { date_from: day(366), date_to: day(1) }],
  ['made in a month', { date_time_mode: 'created', date_from: day(31), date_to: day(1) }],
  [
    'made in a month, by creation',
    { date_time_mode: 'created', date_from: day(31), date_to: day(1), sort_by: 'created_at' },
  ],
  ['over in a year, by title', { date_time_mode: 'completed', date_from: day(366), sort_by: 'title' }],
  ['search: everywhere', { search: 'contract' }],
  ['search: now and then', { search: 'amendment' }],
  ['search: rare', { search: 'zeppelin' }],
  ['search: nowhere', { search: 'blancmange' }],
  ['search: a slip in what is everywhere', { search: 'contarct' }],
  ['search: a slip in what is rare', { search: 'zepelin' }],
  ['search: own ones of a state', { search: 'amendment', send_by: 'me', status: ['COMPLETED'] }],
  ['page 400', { page: 400 }],
  ['page 400 by title', { page: 400, sort_by: 'title', sort: 'asc' }],
  ['the page in the middle', { page: 2000 }],
]

export function queryOf(asked: Partial<ListQuery>): ListQuery {
  return { page: 1, size: 25, sort: 'desc', sort_by: 'updated_at', date_time_mode: 'updated', ...asked }
}

/** The same as an address has it. */
export function parametersOf(asked: Partial<ListQuery>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  )
}

import { safeCell } from '#api/platform/values/safe-cell.ts'
import type { Activity } from './activity.ts'
import type { ExportFilter, Group, Grouping } from './export-repository.ts'

// RFC 4180. The columns' names are for programs too, and the same in every language.

type Column = readonly [name: string, of: (one: Activity) => string | null]

const columns: Readonly<Record<ExportFilter['kind'], readonly Column[]>> = {
  signature: [
    ['timestamp', (one) => one.at.toISOString()],
    ['action', (one) => one.action],
    ['title', (one) => one.title],
    ['signature_request_id', (one) => one.requestId],
    ['initiator_name', (one) => one.initiatorName],
    ['initiator_email', (one) => one.initiatorEmail],
    ['signer_first_name', (one) => one.personName],
    ['signer_last_name', (one) => one.personSurname],
    ['signer_email', (one) => one.personEmail],
    ['signer_type', (one) => one.personType],
    ['quality', (one) => one.dimension],
    ['legislation', (one) => one.legislation],
  ],
  identification: [
    ['timestamp', (one) => one.at.toISOString()],
    ['action', (one) => one.action],
    ['person_name', (one) => one.personName],
    ['person_email', (one) => one.personEmail],
    ['person_type', (one) => one.personType],
    ['legislation', (one) => one.legislation],
    ['method', (one) => one.method],
    ['covered', (one) => String(one.covered ?? false)],
  ],
}

/** What there is to count of each kind, in the order of the columns. */
const actions: Readonly<Record<ExportFilter['kind'], readonly string[]>> = {
  signature: ['SIGNED', 'SEALED'],
  identification: ['STARTED', 'SUCCEEDED', 'FAILED'],
}

/** The mark by which a spreadsheet knows that it is UTF-8, and the names of the columns. */
export function headOf(kind: ExportFilter['kind']): string {
  return `\uFEFF${lineOf(columns[kind].map(([name]) => name))}`
}

export function linesOf(kind: ExportFilter['kind'], activities: readonly Activity[]): string {
  return activities.map((one) => lineOf(columns[kind].map(([, of]) => of(one)))).join('')
}

export function groupedLines(kind: ExportFilter['kind'], by: Grouping, groups: readonly Group[]): string {
  const name = by === 'quality' && kind === 'identification' ? 'legislation' : by
  const isMember = by === 'member'
  const head = [
    ...(isMember ? ['member_name', 'member_email'] : [name]),
    ...actions[kind].map((action) => action.toLowerCase()),
  ]
  const lines = groups.map((group) => [
    group.name,
    ...(isMember ? [group.email] : []),
    ...actions[kind].map((action) => String(group.amounts[action] ?? 0)),
  ])
  return `\uFEFF${[head, ...lines].map(lineOf).join('')}`
}

const lineOf = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => safeCell(cell ?? '')).join(',')}\r\n`

import type { ListItem } from '@countersign/contract/signature-request-shapes.ts'
import { sessionAccount } from '#api/platform/db/session-read.ts'

export interface ListQuery {
  readonly page: number
  readonly size: number
  readonly sort: 'asc' | 'desc'
  readonly sort_by: 'created_at' | 'updated_at' | 'title' | 'status' | 'expiration_date'
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
  readonly date_time_mode: 'created' | 'updated' | 'completed' | 'expires'
  readonly status?: readonly ListItem['status'][] | undefined
  readonly search?: string | undefined
  readonly send_by?: string | undefined
}

/** The values of a statement, each named in its text by its number alone. */
export class Parameters {
  readonly values: unknown[] = []
  readonly #before: number

  /** `before`: values of the statement that come before these. */
  constructor(before = 0) {
    this.#before = before
  }

  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.#before + this.values.length}::${type}`
  }
}

/** Whose requests someone asks for: their own, or those that an API user of their business shares with its members. */
export interface Whose {
  /** Null: of the account of the session that is found by the same statement. */
  readonly viewerId: string | null
  /** The account of that API user. */
  readonly sharedBy?: string | undefined
}

/** What of a dashboard is asked for, as conditions on `request_access a`. Nothing that was typed is in their text. */
export interface Filter {
  /** Whose dashboard it is, and who looks at it: a value's name each, and the same one unless it is shared. */
  readonly account: string
  readonly viewer: string
  /** Each a value's name. */
  readonly states: readonly string[]
  /** Own ones, those of others, or both. */
  readonly owners: readonly boolean[]
  readonly sender: string | null
  readonly range: { readonly column: string; readonly condition: string } | null
}

export const allStates: readonly ListItem['status'][] = [
  'CANCELLED',
  'COMPLETED',
  'DRAFT',
  'ERROR',
  'TO_SIGN',
  'WAITING',
]

const dates: Record<ListQuery['date_time_mode'], string> = {
  created: 'a.created_at',
  updated: 'a.updated_at',
  completed: 'a.completed_at',
  expires: 'a.expires_at',
}

const dayMilliseconds = 86_400_000

export function filterOf(query: ListQuery, whose: Whose, parameters: Parameters): Filter {
  const viewer = whose.viewerId === null ? sessionAccount : parameters.add(whose.viewerId, 'uuid')
  const statuses = query.status && query.status.length > 0 ? query.status : allStates
  if (whose.sharedBy)
    return {
      account: parameters.add(whose.sharedBy, 'uuid'),
      viewer,
      states: sharedStates(statuses).map((state) => parameters.add(state, 'text')),
      owners: [true],
      sender: null,
      range: rangeOf(query, parameters),
    }
  const isSender = query.send_by !== undefined && query.send_by !== 'me'
  return {
    account: viewer,
    viewer,
    states: allStates
      .filter((state) => statuses.includes(state))
      .map((state) => parameters.add(state, 'text')),
    owners: query.send_by === 'me' ? [true] : [true, false],
    sender: isSender ? `a.owner_email = ${parameters.add(query.send_by, 'text')}` : null,
    range: rangeOf(query, parameters),
  }
}

/** Drafts aren't shared; what the API user is to sign itself, members wait for as for anybody's signature. */
function sharedStates(asked: readonly ListItem['status'][]): string[] {
  const shared = asked.filter((state) => state !== 'DRAFT' && state !== 'TO_SIGN')
  // The statement takes a state; no request has this one.
  if (shared.length === 0) return ['NONE']
  return shared.includes('WAITING') ? [...shared, 'TO_SIGN'] : shared
}

function rangeOf(query: ListQuery, parameters: Parameters): Filter['range'] {
  const column = dates[query.date_time_mode]
  const all: string[] = []
  if (query.date_from) all.push(`${column} >= ${parameters.add(new Date(query.date_from), 'timestamptz')}`)
  if (query.date_to) {
    const to = new Date(query.date_to)
    // A day (in UTC) names all of it.
    const isDay = query.date_to.length === 10
    const end = parameters.add(isDay ? new Date(to.getTime() + dayMilliseconds) : to, 'timestamptz')
    all.push(`${column} ${isDay ? '<' : '<='} ${end}`)
  }
  return all.length > 0 ? { column, condition: all.join(' AND ') } : null
}

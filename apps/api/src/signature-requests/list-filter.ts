export interface ListQuery {
  readonly page: number
  readonly size: number
  readonly sort: 'asc' | 'desc'
  readonly sort_by: 'created_at' | 'updated_at' | 'title' | 'status' | 'expiration_date'
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
  readonly date_time_mode: 'created' | 'updated' | 'completed' | 'expires'
  readonly status?: readonly string[] | undefined
  readonly search?: string | undefined
  readonly send_by?: string | undefined
}

/** The values of a statement, each named in its text by its number alone. */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

const dates: Record<ListQuery['date_time_mode'], string> = {
  created: 'a.created_at',
  updated: 'a.updated_at',
  completed: 'a.completed_at',
  expires: 'a.expires_at',
}

const dayMilliseconds = 86_400_000

/** What of a dashboard is asked for, as a condition on `request_access a`. Nothing that was typed is in the text. */
export function filterOf(query: ListQuery, account: string, parameters: Parameters): string {
  const date = dates[query.date_time_mode]
  const all = [`a.account_id = ${account}`]
  if (query.status && query.status.length > 0)
    all.push(`a.status = ANY(${parameters.add([...query.status], 'text[]')})`)
  if (query.date_from) all.push(`${date} >= ${parameters.add(new Date(query.date_from), 'timestamptz')}`)
  if (query.date_to) {
    const to = new Date(query.date_to)
    // A day (in UTC) names all of it.
    const isDay = query.date_to.length === 10
    const end = parameters.add(isDay ? new Date(to.getTime() + dayMilliseconds) : to, 'timestamptz')
    all.push(`${date} ${isDay ? '<' : '<='} ${end}`)
  }
  if (query.send_by === 'me') all.push('a.is_owner')
  else if (query.send_by) all.push(`a.owner_email = ${parameters.add(query.send_by, 'text')}`)
  if (query.search) all.push(searched(query.search.toLowerCase(), parameters))
  return all.join(' AND ')
}

/** What was typed as it stands; words also with a slip of the finger. An address or a number is exact. */
function searched(term: string, parameters: Parameters): string {
  const pattern = parameters.add(`%${term.replaceAll(/[\\%_]/g, '\\$&')}%`, 'text')
  const isWords = term.length >= 4 && /^[\p{Letter}\s'-]+$/u.test(term)
  return isWords
    ? `(a.search LIKE ${pattern} OR ${parameters.add(term, 'text')} <% a.search)`
    : `a.search LIKE ${pattern}`
}

import type { Reader } from '#api/platform/db/transaction.ts'
import type { ActivityPage, ActivityQuery } from './activity.ts'
import { listOfStretch } from './list-repository.ts'
import { searchActivities } from './search-repository.ts'
import { findStretch } from './counter-repository.ts'

/** A page of what happened in a business. Who asks has been let in already. */
export async function listActivities(db: Reader, query: ActivityQuery): Promise<ActivityPage> {
  const { search } = query
  if (search !== undefined) return searchActivities(db, { ...query, search })
  const stretch = await findStretch(db, query)
  return { items: await listOfStretch(db, query, stretch), total: stretch.total, isCapped: false }
}

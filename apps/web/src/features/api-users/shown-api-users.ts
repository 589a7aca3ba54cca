import type { ApiUser } from '@countersign/contract/api-users.ts'
import { nameOf } from '#web/lib/business/api-user-name.ts'
import { plain } from '#web/lib/language/plain.ts'

export type ApiUserOrder = 'newest' | 'description' | 'used'

export const apiUsersAPage = 25

/** What is looked for, in the order that was chosen. */
export function shownApiUsers(
  apiUsers: readonly ApiUser[],
  { search, order }: { search: string; order: ApiUserOrder },
  locale: string,
): ApiUser[] {
  const wanted = plain(search.trim())
  const orders: Record<ApiUserOrder, (a: ApiUser, b: ApiUser) => number> = {
    newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
    description: (a, b) => nameOf(a).localeCompare(nameOf(b), locale),
    used: (a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''),
  }
  return apiUsers
    .filter(({ username, description }) => plain(`${description} ${username}`).includes(wanted))
    .toSorted(orders[order])
}

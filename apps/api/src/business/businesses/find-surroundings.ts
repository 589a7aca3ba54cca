import { listProved } from '#api/business/business-domains/repository.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { listOpen } from '#api/business/members/invitation-repository.ts'
import type { Surroundings } from './presenter.ts'
import { listMembers } from './repository.ts'

/** What a business is shown with: its people, whom it has invited, and the domains that are its own. */
export async function findSurroundings(db: Reader, businessId: string, now: Date): Promise<Surroundings> {
  return {
    people: await listMembers(db, businessId),
    invitationIds: (await listOpen(db, businessId, now)).map(({ id }) => id),
    domains: await listProved(db, businessId),
  }
}

export function countPeople({ people, invitationIds }: Surroundings) {
  return {
    total: people.length,
    admins: people.filter(({ role }) => role === 'admin').length,
    invited: invitationIds.length,
    locked: people.filter(({ lockedAt }) => lockedAt !== null).length,
  }
}

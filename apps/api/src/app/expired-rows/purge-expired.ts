import { purgeApiRequests } from '#api/business/api-users/request-repository.ts'
import { purgeTokens } from '#api/business/api-users/repository.ts'
import * as invitations from '#api/business/members/invitation-repository.ts'
import * as confirmations from '#api/identity/accounts/confirmation-repository.ts'
import { purgeUnconfirmed } from '#api/identity/second-factors/repository.ts'
import * as challenges from '#api/identity/sessions/challenge-repository.ts'
import * as sessions from '#api/identity/sessions/repository.ts'
import * as signOns from '#api/identity/single-sign-on/repository.ts'
import * as throttles from '#api/identity/throttles/repository.ts'
import { purgeTrails } from '#api/mail/audit-trail-repository.ts'
import * as mails from '#api/mail/repository.ts'
import * as idempotencyKeys from '#api/platform/http/idempotency-keys/repository.ts'
import * as bulkSends from '#api/signing/bulk-sends/repository.ts'
import { purgeTransfers } from '#api/signing/signature-requests/ownership/transfer-repository.ts'
import type { Context } from '#api/providers/context.ts'

/** Expired rows are kept a while for the person who looks into an incident, then deleted. Answers how many. */
export async function purgeExpired({ db, now }: Context): Promise<number> {
  const [yearAgo, quarterAgo] = [daysBefore(now(), 365), daysBefore(now(), 90)]
  const [weekAgo, dayAgo] = [daysBefore(now(), 7), daysBefore(now(), 1)]
  const purged = await Promise.all([
    sessions.purge(db, { before: weekAgo, browsersSince: yearAgo }),
    confirmations.purge(db, weekAgo),
    challenges.purge(db, dayAgo),
    purgeUnconfirmed(db, dayAgo),
    signOns.purge(db, weekAgo),
    purgeTokens(db, dayAgo),
    purgeApiRequests(db, weekAgo),
    throttles.purge(db, dayAgo),
    idempotencyKeys.purge(db, dayAgo),
    bulkSends.purge(db, yearAgo),
    invitations.purge(db, quarterAgo),
    mails.purge(db, quarterAgo),
    purgeTrails(db, dayAgo),
    purgeTransfers(db, dayAgo),
  ])
  return purged.reduce((sum, count) => sum + count, 0)
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

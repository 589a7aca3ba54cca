import type { Maintenance, StatusSummary } from '@countersign/contract/system-status.ts'

/** One that is worth a banner: it continues while people work, or it begins within a day. */
export function noticeOf(status: StatusSummary | null, now: number): Maintenance | null {
  const isNear = ({ startsAt }: Maintenance) => Date.parse(startsAt) - now < 24 * 60 * 60_000
  const shown = status?.maintenances.find(
    (maintenance) => !(maintenance.blocking && maintenance.inProgress) && isNear(maintenance),
  )
  return shown ?? null
}

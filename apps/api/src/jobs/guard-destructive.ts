import type { Context } from '#api/context.ts'
import type { JobName } from './enqueue.ts'

/** The jobs that delete something, or end something for good, because its time has come or because nobody refers to it. */
const destructiveJobs: ReadonlySet<JobName> = new Set<JobName>([
  'expire-requests',
  'end-overdue-approvals',
  'end-identifications',
  'forget-activities',
  'purge-expired',
  'remove-unused-content',
  'remove-deleted-content',
  'remove-old-hand-overs',
  'remove-old-validations',
  'apply-retention',
  'delete-due-businesses',
])

/** The context that a job works in. A destructive one goes by the database's time, and only where our clock agrees with it. */
export async function contextFor(context: Context, name: JobName): Promise<Context> {
  if (!destructiveJobs.has(name)) return context
  return { ...context, now: await context.databaseClock.forDestructiveJob() }
}

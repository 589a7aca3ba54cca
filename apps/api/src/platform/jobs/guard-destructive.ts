import type { PlatformContext } from '#api/platform/context.ts'
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
  'remove-old-anonymous-uploads',
  'remove-old-callbacks',
  'remove-old-validations',
  'apply-retention',
  'remove-unseen-requests',
  'end-api-user-requests',
  'delete-due-businesses',
])

type GuardContext = Pick<PlatformContext, 'databaseClock' | 'installation' | 'log' | 'now'>

/**
 * Runs a job. A destructive one goes by the database's time and only where our clock agrees with it, only on the document
 * store that belongs to the database, and what it did is logged.
 */
export async function runGuarded<Context extends GuardContext>(
  context: Context,
  name: JobName,
  work: (context: Context) => Promise<unknown>,
): Promise<void> {
  if (!destructiveJobs.has(name)) {
    await work(context)
    return
  }
  const now = await context.databaseClock.forDestructiveJob()
  await context.installation.verify()
  const count = await work({ ...context, now })
  if (typeof count === 'number' && count > 0)
    context.log.info({ job: name, count }, 'a destructive job has run')
}

import { enqueueSending } from '#api/mail/enqueue-mail.ts'
import { markForRetry, listFailed } from '#api/mail/repository.ts'
import { withOwner } from '#api/platform/db/connect.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { listTaskStates, retryFailedJobs } from '#api/platform/jobs/queue-state.ts'
import { isId } from '#api/platform/values/id.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import type { Installation } from '#api/app/open-installation.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, UsageError } from '../command.ts'

const emailsAtOnce = 1000

export async function retryFailed(call: Pick<Call, 'positionals' | 'installation'>): Promise<Answer> {
  const [which, more] = call.positionals
  if (more !== undefined) throw new UsageError('Give one task, one id, “emails”, or nothing.')
  const installation = await call.installation()
  const retried =
    which === 'emails'
      ? { jobs: [], emails: await retryAllEmails(installation) }
      : which !== undefined && isId(which)
        ? { jobs: [], emails: await retryEmails(installation, [which]) }
        : { jobs: await retryJobs(installation, which), emails: [] }
  const isById = which !== undefined && (isId(which) || /^\d+$/.test(which))
  if (isById && retried.jobs.length + retried.emails.length === 0)
    throw new NotDone(`There is no failed job or email ${which}.`)
  const what =
    retried.emails.length > 0 || which === 'emails'
      ? counted(retried.emails.length, 'email')
      : counted(retried.jobs.length, 'job')
  return { lines: [`${what} will be tried again now.`], json: retried }
}

function retryJobs({ connection }: Installation, which: string | undefined): Promise<string[]> {
  return withOwner(connection, async (owner) => {
    if (which === undefined) return retryFailedJobs(owner)
    if (/^\d{1,18}$/.test(which)) return retryFailedJobs(owner, { id: which })
    const tasks = (await listTaskStates(owner)).map(({ task }) => task)
    if (!tasks.includes(which))
      throw new NotDone(`There are no jobs of a task ${which}. There are: ${tasks.join(', ') || 'none'}.`)
    return retryFailedJobs(owner, { task: which })
  })
}

/** So many at a time. One that fails again meanwhile isn't retried for ever. */
async function retryAllEmails(installation: Installation): Promise<string[]> {
  const retried = new Set<string>()
  for (;;) {
    const failed = await listFailed(installation.db, { limit: emailsAtOnce })
    const some = failed.map(({ id }) => id).filter((id) => !retried.has(id))
    if (some.length === 0) return [...retried]
    for (const id of await retryEmails(installation, some)) retried.add(id)
  }
}

/** Each with its job, in one transaction. */
async function retryEmails({ db }: Installation, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return transaction(db, async (tx) => {
    const waiting = await markForRetry(tx, ids)
    await enqueueSending(tx, waiting)
    return waiting
  })
}

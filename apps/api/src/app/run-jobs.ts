import { setTimeout as pause } from 'node:timers/promises'
import { type Job, type JobHelpers, type Runner, run, type TaskList, Logger } from 'graphile-worker'
import type pg from 'pg'
import type { Context } from '#api/providers/context.ts'
import { remindOfKeyExpiry } from '#api/business/api-users/remind-of-key-expiry.ts'
import { removeOldCallbacks } from '#api/integration/callbacks/remove-old-callbacks.ts'
import { reportFailingEndpoints } from '#api/integration/callbacks/report-failing-endpoints.ts'
import { startDelivery } from '#api/integration/callbacks/start-delivery.ts'
import { EndedUnexpectedly } from '#api/platform/ended-unexpectedly.ts'
import { rollUpActivities } from '#api/business/activity/roll-up-activities.ts'
import { forgetActivities } from '#api/business/activity/forget-activities.ts'
import { pollApproval } from '#api/signing/approvals/service-approvals/ask-service.ts'
import { beginApproval } from '#api/signing/approvals/begin-approval.ts'
import { sendTan } from '#api/signing/approvals/tans/send-tan.ts'
import { endApproval, endOverdueApprovals } from '#api/signing/approvals/end-approvals.ts'
import { scheduleArchiveRenewals } from '#api/signing/archive-renewals/schedule-archive-renewals.ts'
import { renewArchive } from '#api/signing/archive-renewals/renew-archive.ts'
import { mailBilling } from '#api/billing/subscriptions/notifications/mail-admins.ts'
import { remindOfTrial } from '#api/billing/subscriptions/trials/remind-of-trial.ts'
import { sweepBilling } from '#api/billing/subscriptions/sync/sweep-billing.ts'
import { endBilling } from '#api/billing/subscriptions/sync/sync-billing.ts'
import { syncCustomer } from '#api/billing/subscriptions/sync/sync-customer.ts'
import { submitContact } from '#api/business/enterprise-contact/submit-contact.ts'
import { reportUsage } from '#api/billing/usage/report-usage.ts'
import { deleteDueBusinesses } from '#api/business/businesses/end-business.ts'
import { checkDueDomains } from '#api/business/business-domains/check-due-domains.ts'
import { removeUnusedContent } from '#api/documents/documents/deletion/remove-unused-content.ts'
import { signHeads } from '#api/evidence/sign-heads.ts'
import { removeOldAnonymousUploads } from '#api/signing/anonymous-uploads/remove-old-anonymous-uploads.ts'
import { endIdentifications } from '#api/signing/identifications/ending/end-identifications.ts'
import { pollIdentifications } from '#api/signing/identifications/progress/poll-identifications.ts'
import { forgetIdentification } from '#api/signing/identifications/ending/remove-identification.ts'
import { sendMail } from '#api/app/mail-delivery/send-mail.ts'
import { applyRetention } from '#api/signing/retention/apply-retention.ts'
import { changeRetentions } from '#api/signing/retention/change-retentions.ts'
import { removeDeletedContent } from '#api/signing/retention/remove-deleted-content.ts'
import { proveSeal } from '#api/business/seals/prove-seal.ts'
import { purgeExpired } from '#api/app/expired-rows/purge-expired.ts'
import { announceAttachments } from '#api/signing/signature-requests/changes/announce-attachments.ts'
import { expireRequests } from '#api/signing/signature-requests/ending/expire-requests.ts'
import { transferRequests } from '#api/signing/signature-requests/ownership/transfer-requests.ts'
import { refreshEditorAccess } from '#api/signing/signature-requests/lists/refresh-editor-access.ts'
import { addBaseLettersToWords } from '#api/signing/signature-requests/lists/add-base-letters.ts'
import { sortTitles } from '#api/signing/signature-requests/lists/sort-titles.ts'
import { rollUpCounters } from '#api/signing/signature-requests/lists/roll-up-counters.ts'
import { remindBeforeExpiry } from '#api/signing/signature-requests/reminders/remind-before-expiry.ts'
import { endApiUserRequests } from '#api/signing/signature-requests/ownership/end-api-user-requests.ts'
import { removeUnseenRequests } from '#api/signing/signature-requests/ownership/remove-unseen-requests.ts'
import { applySignature } from '#api/signing/signing/apply-signature.ts'
import { resumeWaitingSignings } from '#api/signing/signing/enqueue-signature.ts'
import { sendBulkRows } from '#api/signing/bulk-sends/send-rows.ts'
import { runAs } from '#api/platform/threads/caller.ts'
import { convertAddresses } from '#api/app/addresses/convert-addresses.ts'
import { makeScheduledBackup } from '#api/app/backups/make-scheduled-backup.ts'
import { announceExpiry } from '#api/app/certificates/announce-expiry.ts'
import { removeOldValidations } from '#api/app/validations/remove-old-validations.ts'
import type { JobName, Jobs } from '#api/platform/jobs/enqueue.ts'
import { classOfJob, jobClasses, type JobClassName } from '#api/platform/jobs/job-classes.ts'
import { ClockDiffers } from '#api/platform/db/database-clock.ts'
import { leavingToOthers } from '#api/platform/jobs/leave-to-others.ts'
import { runGuarded } from '#api/platform/jobs/guard-destructive.ts'
import { withoutPersonalData } from '#api/platform/logging/describe-error.ts'
import { observeJob } from '#api/platform/jobs/observe-job.ts'
import { listKeys, removeFormerQueues } from '#api/platform/jobs/queue-state.ts'
import { startLeases } from '#api/platform/jobs/leases.ts'
import { reconnecting } from '#api/platform/jobs/reconnecting-pool.ts'
import { startTimetable } from '#api/platform/jobs/timetable.ts'

type Work<Payload> = (context: Context, payload: Payload, owner: pg.Pool) => Promise<unknown>
const work: { readonly [Name in JobName]: Work<Jobs[Name]> } = {
  'apply-signature': (context, { signingId }) => applySignature(context, signingId),
  'apply-service-signature': (context, { signingId }) => applySignature(context, signingId),
  'resume-waiting-signings': async (context, _, owner) => {
    const former = await removeFormerQueues(owner)
    if (former > 0) context.log.info({ queues: former }, 'removed the empty job queues of former releases')
    await resumeWaitingSignings(context, () => listKeys(owner, 'signature:'))
  },
  'send-tan': (context, { approvalId, round }) => sendTan(context, approvalId, round),
  'begin-approval': (context, { approvalId }) => beginApproval(context, approvalId),
  'poll-approval': (context, { approvalId }) => pollApproval(context, approvalId),
  'end-approval': (context, { approvalId, error }) => endApproval(context, approvalId, error),
  'end-overdue-approvals': (context) => endOverdueApprovals(context),
  'prove-seal': (context, { sealId }) => proveSeal(context, sealId),
  'send-mail': (context, { mailId }) => sendMail(context, mailId),
  'announce-attachments': announceAttachments,
  'send-bulk-rows': (context, { sendId }) => sendBulkRows(context, sendId),
  'sign-evidence-heads': (context) => signHeads(context),
  'expire-requests': (context) => expireRequests(context),
  'remind-before-expiry': (context) => remindBeforeExpiry(context),
  'roll-up-counters': (context) => rollUpCounters(context),
  'roll-up-activities': (context) => rollUpActivities(context),
  'forget-activities': (context) => forgetActivities(context),
  'purge-expired': (context) => purgeExpired(context),
  'schedule-archive-renewals': (context) => scheduleArchiveRenewals(context),
  'renew-archive': (context, { requestId }) => renewArchive(context, requestId),
  'remove-unused-content': (context) => removeUnusedContent(context),
  'remove-old-anonymous-uploads': (context) => removeOldAnonymousUploads(context),
  'remove-old-validations': (context) => removeOldValidations(context),
  'apply-retention': (context) => applyRetention(context),
  'change-retentions': (context, change) => changeRetentions(context, change),
  'delete-due-businesses': (context) => deleteDueBusinesses(context),
  'poll-identifications': (context) => pollIdentifications(context),
  'end-identifications': (context) => endIdentifications(context),
  'forget-identification': (context, order) => forgetIdentification(context, order),
  'check-domains': (context) => checkDueDomains(context),
  'transfer-requests': (context, order) => transferRequests(context, order),
  'remove-unseen-requests': (context, order) => removeUnseenRequests(context, order),
  'end-api-user-requests': (context, order) => endApiUserRequests(context, order),
  'refresh-editor-access': (context, change) => refreshEditorAccess(context, change),
  'sync-billing': (context, customer) => syncCustomer(context, customer),
  'sweep-billing': (context) => sweepBilling(context),
  'report-usage': (context) => reportUsage(context),
  'mail-billing': (context, mail) => mailBilling(context, mail),
  'remind-of-trial': (context) => remindOfTrial(context),
  'submit-contact': (context, contact) => submitContact(context, contact),
  'end-billing': (context, { businessId }) => endBilling(context, businessId),
  'remind-of-key-expiry': (context) => remindOfKeyExpiry(context),
  'report-failing-callbacks': (context) => reportFailingEndpoints(context),
  'announce-certificate-expiry': (context) => announceExpiry(context),
  'remove-old-callbacks': (context) => removeOldCallbacks(context),
  'remove-deleted-content': (context, { hashes }) => removeDeletedContent(context, hashes),
  'sort-titles': (context) => sortTitles(context),
  'add-base-letters': (context) => addBaseLettersToWords(context),
  'convert-addresses': (context, _, owner) => convertAddresses(context, owner),
  'make-backup': (context, _, owner) => makeScheduledBackup(context, owner),
}

/** Every task there is. */
export const taskNames = Object.keys(work)

const crontab = `
0 * * * * sign-evidence-heads ?max=3
* * * * * expire-requests ?max=1
* * * * * roll-up-counters ?max=1
* * * * * roll-up-activities ?max=1
50 3 * * * forget-activities ?max=3
* * * * * end-overdue-approvals ?max=1
* * * * * resume-waiting-signings ?max=1
20 * * * * remind-before-expiry ?max=3
*/10 * * * * remove-old-validations ?max=1
15 2 * * * schedule-archive-renewals ?max=3
30 3 * * * purge-expired ?max=3
45 3 * * * remove-unused-content ?max=3
10 * * * * remove-old-anonymous-uploads ?max=3
40 * * * * apply-retention ?max=3
50 * * * * delete-due-businesses ?max=3
* * * * * poll-identifications ?max=1
* * * * * check-domains ?max=1
* * * * * sweep-billing ?max=1
* * * * * report-usage ?max=1
5 * * * * remind-of-trial ?max=3
25 5 * * * end-identifications ?max=3
15 * * * * remind-of-key-expiry ?max=3
35 5 * * * announce-certificate-expiry ?max=3
35 * * * * report-failing-callbacks ?max=3
55 3 * * * remove-old-callbacks ?max=3
* * * * * convert-addresses ?max=1
`

// How long stopping waits for a database that is away.
const stopPatience = 5_000

export interface RunningJobs {
  /** Rejects where the queue ended unexpectedly: then this process works on nothing any longer. */
  readonly broken: Promise<never>
  stop(): Promise<void>
}

/**
 * Works off the queue, and delivers callbacks, until it is stopped. `pool` is the owner's: the queue's own upkeep needs more
 * than the application may. Each class of jobs listens on a connection of its own.
 */
export async function runJobs(context: Context, pool: pg.Pool): Promise<RunningJobs> {
  // One listens for each class, one holds the leases; with fewer all of them would wait for each other.
  const needed = Object.keys(jobClasses).length + 3
  if (pool.options.max < needed) throw new Error(`the queue needs a pool of ${needed} connections`)
  const patient = reconnecting(pool)
  const leases = await startLeases(pool, context.log)
  const runners: Runner[] = []
  for (const [name, { slots, pollInterval }] of Object.entries(jobClasses))
    runners.push(
      await run({
        pgPool: patient.forClass(name as JobClassName),
        concurrency: withinPool(slots, context.config.databasePool),
        noHandleSignals: true,
        pollInterval,
        taskList: tasks(context, pool, name as JobClassName),
        // Its own timetable goes by the clock of this machine.
        crontab: '',
        events: leases.events,
        logger: quietLogger(context),
      }),
    )
  const timetable = startTimetable({ pool, log: context.log }, crontab + backupSchedule(context.config))
  const delivery = startDelivery(context)
  let isStopping = false
  const broken = new Promise<never>((_resolve, reject) => {
    const end = (cause?: unknown) => {
      if (!isStopping) reject(new EndedUnexpectedly('The job queue has ended.', { cause }))
    }
    for (const runner of runners) runner.promise.then(() => end(), end)
  })
  // The caller that runs the jobs may not be waiting for this yet.
  broken.catch(() => {})
  return {
    broken,
    stop: async () => {
      isStopping = true
      patient.giveUpAfter(stopPatience)
      await timetable.stop()
      await Promise.all([...runners.map((runner) => runner.stop()), delivery.stop()])
      await leases.stop()
      await untilWritten(pool)
    },
  }
}

/** That a job is done is written down beside the queue's own stop: with the pool ended before, the job would be done again. */
async function untilWritten(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (pool.waitingCount === 0 && pool.totalCount === pool.idleCount) return
    await pause(10)
  }
}

function backupSchedule({ backup }: Context['config']): string {
  return backup.target && backup.schedule ? `${backup.schedule} make-backup ?max=3\n` : ''
}

function tasks(context: Context, owner: pg.Pool, jobClass: JobClassName): TaskList {
  return Object.fromEntries(
    inClass(jobClass).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const work = task as Work<unknown>
        await observeJob(context.log, { task: name, job, payload }, (own) =>
          runAs({ key: `job:${name}`, anonymous: false }, () =>
            leavingToOthers(owner, job, () =>
              runGuarded(context, name as JobName, (guarded) => work(guarded, own, owner)),
            ),
          ),
        )
      },
    ]),
  )
}

/** Each job may have a connection while it commits; others of the process need some, too. */
const withinPool = (slots: number, databasePool: number) => Math.min(slots, Math.max(4, databasePool - 4))

const inClass = (jobClass: JobClassName) =>
  Object.entries(work).filter(([name]) => classOfJob[name as JobName] === jobClass)

function quietLogger(context: Context): Logger {
  return new Logger(() => (level, message, meta) => {
    const isLogged = level === 'error' || level === 'warning'
    if (!isLogged) return context.log.debug(message)
    const { job, ...rest } = withoutPayload(meta)
    // One that is tried again is a warning; that it was given up is an error.
    const isLast =
      !(rest.err instanceof ClockDiffers) && (!job || (job.attempts ?? 0) >= (job.max_attempts ?? 0))
    const own = job ? { jobId: job.id, task: job.task_identifier, attempt: job.attempts } : {}
    context.log[level === 'error' && isLast ? 'error' : 'warn'](
      { ...own, ...rest },
      withoutPersonalData(message),
    )
  })
}

/** What a job is about stays out of the log, and so does its key: an approval's id is the address of a page that stops it. */
function withoutPayload(meta: Record<string, unknown> | undefined): {
  readonly err?: unknown
  readonly job?: Partial<Job>
} {
  const job: unknown = meta?.['job']
  const { error, reason } = meta ?? {}
  const failure = (error ?? reason) === undefined ? {} : { err: error ?? reason }
  if (typeof job !== 'object' || job === null) return failure
  const { id, task_identifier, attempts, max_attempts } = job as Partial<Job>
  return { ...failure, job: { id, task_identifier, attempts, max_attempts } }
}

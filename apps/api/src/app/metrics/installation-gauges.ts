import { taskNames } from '#api/app/run-jobs.ts'
import type { Figures, InstallationFigures, TaskFigures } from './figures.ts'
import type { GaugeDescription } from './gauges.ts'

const jobStates = ['waiting', 'scheduled', 'running', 'failed'] as const

/** What the database knows of the whole installation: every process says the same. Take the largest, never the sum. */
export function installationGauges(
  figures: Figures,
  { hasBackupTarget }: { readonly hasBackupTarget: boolean },
): Record<string, GaugeDescription> {
  const one = (help: string, value: (all: InstallationFigures) => number | null): GaugeDescription => ({
    help,
    read: async () => {
      const found = value(await figures.quick())
      return found === null ? [] : [{ value: Math.max(0, found) }]
    },
  })
  return {
    jobs: {
      labels: ['task', 'state'],
      help: 'Jobs in the queue, by task and state: waiting, scheduled for later, running, or failed after the last try. Counts up to 10,000 altogether.',
      read: async () =>
        byTask((await figures.quick()).jobs).flatMap(({ task, ...counts }) =>
          jobStates.map((state) => ({ labels: { task, state }, value: counts[state] })),
        ),
    },
    job_oldest_waiting_seconds: {
      labels: ['task'],
      help: 'How long the longest waiting job has been due, by task.',
      read: async () =>
        byTask((await figures.quick()).jobs).map(({ task, oldestSeconds }) => ({
          labels: { task },
          value: Math.max(0, oldestSeconds ?? 0),
        })),
    },
    workers_alive: one('Processes that run jobs and are alive.', ({ workers }) => workers),
    emails_waiting: one('Emails that are not sent yet.', ({ emailsWaiting }) => emailsWaiting),
    emails_failed: one(
      'Emails that were given up and can be sent again; not those that were no longer needed.',
      ({ emailsFailed }) => emailsFailed,
    ),
    email_oldest_waiting_seconds: one(
      'How long the longest waiting email has waited.',
      ({ emailOldestSeconds }) => emailOldestSeconds ?? 0,
    ),
    signings_open: one(
      'Signings under way, those that wait for an approval included.',
      (all) => all.signingsOpen,
    ),
    signing_oldest_open_seconds: one(
      'How long the oldest signing under way has taken.',
      ({ signingOldestSeconds }) => signingOldestSeconds ?? 0,
    ),
    approvals_open: one('Approvals that signers have not given yet.', ({ approvalsOpen }) => approvalsOpen),
    identifications_open: one('Identity verifications under way.', (all) => all.identificationsOpen),
    callbacks_waiting: one(
      'Callbacks that are not delivered yet.',
      ({ callbacksWaiting }) => callbacksWaiting,
    ),
    callback_oldest_waiting_seconds: one(
      'How long the longest waiting callback has waited.',
      ({ callbackOldestSeconds }) => callbackOldestSeconds ?? 0,
    ),
    callback_hosts_failing: one(
      'Hosts of API users whose callbacks have been failing.',
      ({ callbackHostsFailing }) => callbackHostsFailing,
    ),
    payment_webhooks_waiting: one(
      'Webhooks of payment providers that are not processed yet.',
      ({ paymentWebhooksWaiting }) => paymentWebhooksWaiting ?? null,
    ),
    payment_webhook_oldest_waiting_seconds: one(
      'How long the longest waiting webhook of a payment provider has waited; it waits for as long as its provider is not configured.',
      ({ paymentWebhookOldestSeconds }) => paymentWebhookOldestSeconds ?? 0,
    ),
    payment_usage_waiting: one(
      'Signatures beyond the allowance that their payment provider was not told of yet; they wait for as long as it is not configured.',
      ({ paymentUsageWaiting }) => paymentUsageWaiting ?? null,
    ),
    evidence_heads_age_seconds: one(
      'Age of the latest signed and timestamped heads of the audit log.',
      ({ headsAgeSeconds }) => headsAgeSeconds,
    ),
    evidence_unsigned_seconds: one(
      'For how long events have been without signed heads; 0 where all are signed.',
      ({ unsignedSeconds }) => unsignedSeconds ?? 0,
    ),
    backup_age_seconds: one(
      'Age of the latest complete backup in BACKUP_TARGET. Until there is one: age of the installation. Without BACKUP_TARGET: of the latest in any place.',
      ({ backupAgeSeconds, installedSeconds }) =>
        backupAgeSeconds ?? (hasBackupTarget ? (installedSeconds ?? null) : null),
    ),
    archive_renewals_overdue: {
      help: 'Signed documents whose archive timestamp should have been renewed a week ago. Counted once an hour.',
      read: async () => [{ value: await figures.archiveRenewalsOverdue() }],
    },
    figures_age_seconds: {
      help: 'Age of the figures of the whole installation; they are computed again after eight seconds.',
      read: async () => [{ value: await figures.age() }],
    },
  }
}

/** Every task there is, and what else is in the queue under one name: a job of another release. */
function byTask(jobs: readonly TaskFigures[]): TaskFigures[] {
  const none = { waiting: 0, scheduled: 0, running: 0, failed: 0, oldestSeconds: null }
  const all = new Map<string, TaskFigures>(taskNames.map((task) => [task, { task, ...none }]))
  for (const job of jobs) {
    const task = all.has(job.task) && job.task !== 'other' ? job.task : 'other'
    const before = all.get(task) ?? { task, ...none }
    all.set(task, {
      task,
      waiting: before.waiting + job.waiting,
      scheduled: before.scheduled + job.scheduled,
      running: before.running + job.running,
      failed: before.failed + job.failed,
      oldestSeconds: Math.max(before.oldestSeconds ?? 0, job.oldestSeconds ?? 0),
    })
  }
  return [...all.values()]
}

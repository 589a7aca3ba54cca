import { withOwner } from '#api/platform/db/connect.ts'
import {
  type FailedJob,
  listFailedJobs,
  listTaskStates,
  type TaskState,
} from '#api/platform/jobs/queue-state.ts'
import { type FailedMail, listFailed } from '#api/mail/repository.ts'
import { defineCommand, noPositionals } from '../command.ts'

const shownAtMost = 50

export const jobs = defineCommand({
  name: 'jobs',
  takes: '',
  summary: 'jobs by task: waiting, running, failed, the oldest; emails that failed',
  description: `What jobs carry isn't shown, and of recipients only the domain. Jobs that failed are tried again by themselves, after
longer and longer pauses: countersign jobs retry doesn't wait for that.`,
  options: {},
  run: async (call) => {
    noPositionals(call)
    const { connection, db } = await call.installation()
    const [tasks, failedJobs] = await withOwner(
      connection,
      async (owner) => [await listTaskStates(owner), await listFailedJobs(owner, shownAtMost)] as const,
    )
    const failed = failedJobs.map((job) => ({ ...job, error: withoutMailboxes(job.error) }))
    const emails = (await listFailed(db, shownAtMost)).map(({ recipient, error, ...mail }) => ({
      ...mail,
      domain: recipient.slice(recipient.lastIndexOf('@') + 1),
      error: withoutMailboxes(error),
    }))
    return { lines: describe(tasks, failed, emails), json: { tasks, failed, emails } }
  },
})

type ShownMail = Omit<FailedMail, 'recipient'> & { readonly domain: string }

function describe(
  tasks: readonly TaskState[],
  failed: readonly FailedJob[],
  emails: readonly ShownMail[],
): string[] {
  return [
    ...(tasks.length > 0 ? table(tasks) : ['There are no jobs.']),
    ...(failed.length > 0 ? ['', 'Failed jobs, the newest first:', ...failed.map(describeJob)] : []),
    ...(emails.length > 0
      ? ['', 'Emails that weren’t sent, the newest first:', ...emails.map(describeMail)]
      : []),
  ]
}

function table(tasks: readonly TaskState[]): string[] {
  const width = Math.max(...tasks.map(({ task }) => task.length))
  const row = (first: string, cells: readonly (string | number)[]) =>
    `${first.padEnd(width)}${cells.map((cell) => String(cell).padStart(10)).join('')}`
  return [
    row('task', ['waiting', 'oldest', 'running', 'later', 'retrying', 'failed']),
    ...tasks.map(({ task, waiting, oldestWaiting, running, later, retrying, failed }) =>
      row(task, [
        waiting,
        waiting > 0 ? `${Math.round(oldestWaiting)} s` : '',
        running,
        later,
        retrying,
        failed,
      ]),
    ),
  ]
}

function describeJob({ id, task, attempts, nextAttempt, error }: FailedJob): string {
  const next = nextAttempt ? `next attempt ${nextAttempt.toISOString()}` : 'given up'
  return `  ${id}  ${task}, ${attempts} attempts, ${next}: ${error.split('\n')[0]}`
}

function describeMail({ id, kind, domain, createdAt, attempts, error }: ShownMail): string {
  return `  ${id}  ${kind} to ${domain}, ${createdAt.toISOString()}, ${attempts} attempts: ${error.split('\n')[0]}`
}

/** What a mail server says often names the recipient: whose mailbox it is is not needed to see what is wrong. */
function withoutMailboxes(text: string): string {
  return text.replace(/[^\s<>"'(),:;@]+@([\w.-]+)/g, '…@$1')
}

import { withOwner } from '#api/platform/db/connect.ts'
import {
  type FailedJob,
  isFailedJob,
  listFailedJobs,
  listTaskStates,
  type TaskState,
} from '#api/platform/jobs/queue-state.ts'
import type { Reader } from '#api/platform/db/transaction.ts'
import { isId } from '#api/platform/values/id.ts'
import { NotDone } from '#api/business/businesses/create-business.ts'
import { type FailedMail, isFailedMail, listFailed } from '#api/mail/repository.ts'
import { counted } from '#api/platform/values/counted.ts'
import { type Answer, type Call, noPositionals, numberOption, UsageError } from '../command.ts'

interface Limits {
  readonly shownUsually: number
  readonly shownAtMost: number
}

export async function listJobs(
  call: Call<{ readonly limit: string | undefined; readonly after: string | undefined }>,
  { shownUsually, shownAtMost }: Limits,
): Promise<Answer> {
  noPositionals(call)
  const limit = numberOption('limit', call.options.limit, 1) ?? shownUsually
  if (limit > shownAtMost) throw new UsageError(`--limit ${limit} is more than ${shownAtMost}.`)
  const { after } = call.options
  const isOfJobs = after !== undefined && /^\d{1,18}$/.test(after)
  if (after !== undefined && !isOfJobs && !isId(after))
    throw new UsageError(`--after ${after} is not the id of a job or an email.`)
  const { connection, db } = await call.installation()
  const [tasks, failedJobs] = await withOwner(
    connection,
    async (owner) =>
      [
        await listTaskStates(owner),
        after === undefined || isOfJobs ? await jobsAfter(owner, after, limit) : noMore,
      ] as const,
  )
  const failedMails = isOfJobs ? noMore : await mailsAfter(db, after, limit)
  const failed = failedJobs.items.map((job) => ({ ...job, error: withoutMailboxes(job.error) }))
  const emails = failedMails.items.map(({ recipient, error, ...mail }) => ({
    ...mail,
    domain: recipient.slice(recipient.lastIndexOf('@') + 1),
    error: withoutMailboxes(error),
  }))
  const next = { failed: failedJobs.next, emails: failedMails.next }
  return { lines: describe(tasks, failed, emails, next), json: { tasks, failed, emails, next } }
}

/** Part of a list, and the id after which it continues; null where that is all. */
interface Part<Item> {
  readonly items: readonly Item[]
  readonly next: string | null
}
const noMore: Part<never> = { items: [], next: null }

/** Of one more than is shown: whether there are more. */
function partOf<Item extends { readonly id: string }>(found: readonly Item[], limit: number): Part<Item> {
  const items = found.slice(0, limit)
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

type Owner = Parameters<typeof listFailedJobs>[0]

async function jobsAfter(owner: Owner, after: string | undefined, limit: number): Promise<Part<FailedJob>> {
  if (after !== undefined && !(await isFailedJob(owner, after))) throw notListed('job', after)
  return partOf(await listFailedJobs(owner, { limit: limit + 1, after: after ?? null }), limit)
}

async function mailsAfter(db: Reader, after: string | undefined, limit: number): Promise<Part<FailedMail>> {
  if (after !== undefined && !(await isFailedMail(db, after))) throw notListed('email', after)
  return partOf(await listFailed(db, { limit: limit + 1, after }), limit)
}

/** It was retried meanwhile, say. */
const notListed = (what: string, id: string) =>
  new NotDone(`There is no failed ${what} ${id} any longer. List them again without --after.`)

type ShownMail = Omit<FailedMail, 'recipient'> & { readonly domain: string }
interface Next {
  readonly failed: string | null
  readonly emails: string | null
}

function describe(
  tasks: readonly TaskState[],
  failed: readonly FailedJob[],
  emails: readonly ShownMail[],
  next: Next,
): string[] {
  return [
    ...(tasks.length > 0 ? table(tasks) : ['There are no jobs.']),
    ...(failed.length > 0 ? ['', 'Failed jobs, the newest first:', ...failed.map(describeJob)] : []),
    ...describeNext(next.failed),
    ...(emails.length > 0
      ? ['', 'Emails that weren’t sent, the newest first:', ...emails.map(describeMail)]
      : []),
    ...describeNext(next.emails),
  ]
}

const describeNext = (after: string | null): string[] =>
  after === null ? [] : [`  There are more: countersign jobs --after ${after}`]

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
  return `  ${id}  ${task}, ${counted(attempts, 'attempt')}, ${next}: ${error.split('\n')[0]}`
}

function describeMail({ id, kind, domain, createdAt, attempts, error }: ShownMail): string {
  return `  ${id}  ${kind} to ${domain}, ${createdAt.toISOString()}, ${counted(attempts, 'attempt')}: ${error.split('\n')[0]}`
}

/** What a mail server says often names the recipient: whose mailbox it is is not needed to see what is wrong. */
function withoutMailboxes(text: string): string {
  return text.replace(/[^\s<>"'(),:;@]+@([\w.-]+)/g, '…@$1')
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { openInbox } from '../../apps/api/src/testing/inbox.ts'
import type { Installation } from './installation.ts'
import type { Flow } from './load.ts'

export interface Books {
  /** What was accepted and isn't there. */
  readonly lost: readonly string[]
  /** What is there more than once. */
  readonly duplicated: readonly string[]
  readonly detail: string
}

const settleFor = 60_000

/** Looks for everything that was accepted: the requests, their evidence, files, emails and callbacks. */
export async function checkBooks(
  installation: Installation,
  flows: readonly Flow[],
  {
    deliveries,
    mails: collector,
  }: { deliveries: ReadonlyMap<string, number>; mails: ReturnType<typeof collectMails> },
): Promise<Books> {
  const sent = flows.filter((flow): flow is Flow & { id: string } => flow.id !== undefined)
  const signed = sent.filter(({ isAccepted }) => isAccepted)
  await settle(installation)
  const rows = await installation.query<{
    id: string
    title: string
    status: string
    signed: number
    files: number
  }>(
    `SELECT r.id, r.title, r.status,
       (SELECT count(*)::int FROM evidence_events e WHERE e.request_id = r.id AND e.type = 'signed') AS signed,
       (SELECT count(*)::int FROM documents d JOIN request_documents rd ON rd.request_id = r.id
        WHERE d.root_id = (SELECT root_id FROM documents WHERE id = rd.document_id)) AS files
     FROM signature_requests r WHERE r.title = ANY($1) AND r.status <> 'DRAFT'`,
    [flows.map(({ title }) => title)],
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  const whole = rows.filter(({ status }) => status === 'SIGNED')
  // An upload, and the file with the signature.
  const usual = mostCommon(whole.map(({ files }) => files))
  const lost = [
    ...sent.filter(({ id }) => !known.has(id)),
    ...signed.filter(({ id }) => known.get(id)?.status !== 'SIGNED' || known.get(id)?.signed === 0),
  ]
  const duplicated = [
    ...rows.filter((row) => row.signed > 1).map(({ title }) => `evidence of ${title}`),
    ...whole.filter(({ files }) => files > usual).map(({ title }) => `files of ${title}`),
    ...repeated(rows.map(({ title }) => title)).map((title) => `request ${title}`),
  ]
  const { mails, again } = await collector.stop()
  const invited = (flow: Flow) =>
    mails.some((subject) => subject.startsWith(`${flow.signer.email}: `) && subject.includes(flow.title))
  const callbacks = await installation.query<{ request_id: string; made: number; done: number }>(
    `SELECT request_id, count(*)::int AS made, count(*) FILTER (WHERE state = 'COMPLETED')::int AS done
     FROM callbacks WHERE request_id = ANY($1) GROUP BY 1`,
    [signed.map(({ id }) => id)],
  )
  const calledBack = new Set(callbacks.filter(({ done }) => done > 0).map((row) => row.request_id))
  const sentAgain = [...deliveries.values()].filter((count) => count > 1).length
  return {
    lost: [
      ...lost.map(({ title }) => `request ${title}`),
      ...sent.filter((flow) => !invited(flow)).map(({ title }) => `email of ${title}`),
      ...signed.filter(({ id }) => !calledBack.has(id)).map(({ title }) => `callback of ${title}`),
    ],
    duplicated: [
      ...duplicated,
      ...repeated(mails).map((subject) => `email ${subject}`),
      ...callbacks.filter(({ made }) => made > 1).map((row) => `callback of ${row.request_id}`),
    ],
    detail: `${signed.length} of ${sent.length} requests signed, ${mails.length} emails, ${again} of them sent again under their Message-ID, ${deliveries.size} callbacks, ${sentAgain} of them sent again under their id`,
  }
}

/** Until nothing waits any longer. */
async function settle(installation: Installation): Promise<void> {
  const deadline = Date.now() + settleFor
  while (Date.now() < deadline) {
    // Those that failed wait for their ten minutes.
    await installation.query(`UPDATE callbacks SET due_at = now() WHERE state = 'OPEN' AND due_at > now()`)
    const [left] = await installation.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM signings WHERE status = 'OPEN')::int + (SELECT count(*) FROM mails WHERE state = 'pending')::int
         + (SELECT count(*) FROM callbacks WHERE state = 'OPEN')::int AS left`,
    )
    if (left?.left === 0) return
    await pause(250)
  }
}

/** Every email to these people, also those that the simulated mail server has forgotten since. */
export function collectMails({ sandboxUrl }: Installation, people: readonly Person[]) {
  const inbox = openInbox(sandboxUrl)
  // Mailboxes show what comes again under a Message-ID once.
  const subjects = new Map<string, string>()
  const seen = new Set<string>()
  const look = async () => {
    for (const { email } of people)
      for (const { id, messageId = id, subject } of await inbox.list(email)) {
        if (!subject.includes('Contract ')) continue
        seen.add(id)
        subjects.set(messageId, `${email}: ${subject}`)
      }
  }
  const timer = setInterval(() => void look().catch(() => {}), 3_000)
  return {
    stop: async () => {
      clearInterval(timer)
      await look()
      return { mails: [...subjects.values()], again: seen.size - subjects.size }
    },
  }
}

function mostCommon(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0
}

function repeated(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 1).map(([value]) => value)
}

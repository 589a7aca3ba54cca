import { advisoryLocks } from '#api/platform/db/advisory-locks.ts'
import type pg from 'pg'
import { liveWorkersSql } from '#api/platform/jobs/heartbeat.ts'
import { lockClass, processPrefix } from '#api/platform/jobs/leases.ts'

/** Of more than this the figures say "at least so many". */
const countedAtMost = 10_000
/** An archive timestamp is renewed 90 days before it weakens: a week later someone has to look. */
const overdueBefore = '83 days'

export type FiguresKind = 'quick' | 'slow'

/** The latest figures, and how many seconds old they are. */
export async function findFigures(
  pool: pg.Pool,
  kind: FiguresKind,
): Promise<{ readonly figures: unknown; readonly age: number } | null> {
  const { rows } = await pool.query<{ figures: unknown; age: number }>({
    name: 'find-figures',
    text: `SELECT figures, extract(epoch FROM clock_timestamp() - at)::float8 AS age
      FROM installation_figures WHERE kind = $1`,
    values: [kind],
  })
  return rows[0] ?? null
}

/** Computes them again, in one statement, unless another process is about to. */
export async function computeFigures(
  pool: pg.Pool,
  kind: FiguresKind,
  backupTarget: string | null,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // One process at a time computes them. Of what follows nothing reads a whole table: where the planner would like to, its guess is wrong.
    await client.query(
      `SET LOCAL statement_timeout = '${kind === 'quick' ? '2s' : '20s'}'; SET LOCAL enable_seqscan = off; SET LOCAL jit = off`,
    )
    await client.query(
      `INSERT INTO installation_figures (kind, at, figures)
       SELECT $1, clock_timestamp(), ${kind === 'quick' ? quick : slow}
       WHERE pg_try_advisory_xact_lock($2)
       ON CONFLICT (kind) DO UPDATE SET at = excluded.at, figures = excluded.figures`,
      [kind, advisoryLocks.figures, ...(kind === 'quick' ? [backupTarget] : [])],
    )
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const count = (from: string): string =>
  `(SELECT count(*) FROM (SELECT FROM ${from} LIMIT ${countedAtMost}) counted)`
const seconds = (at: string): string => `extract(epoch FROM clock_timestamp() - ${at})`
const oldest = (at: string, from: string): string =>
  `(SELECT ${seconds(at)} FROM ${from} ORDER BY ${at} LIMIT 1)`

const heads = '(SELECT taken_at FROM evidence_heads ORDER BY id DESC LIMIT 1)'

const quick = `jsonb_build_object(
  'jobs', queue_figures(),
  'workers', (SELECT count(*) FROM (${liveWorkersSql(lockClass)}) live WHERE starts_with(name, '${processPrefix}')),
  'emailsWaiting', ${count("mails WHERE state = 'pending'")},
  'emailsFailed', ${count("mails WHERE state = 'failed' AND input ? 'encrypted'")},
  'emailOldestSeconds', ${oldest('created_at', "mails WHERE state = 'pending'")},
  'signingsOpen', ${count("signings WHERE status = 'OPEN'")},
  'signingOldestSeconds', ${oldest('created_at', "signings WHERE status = 'OPEN'")},
  'approvalsOpen', ${count("approvals WHERE status = 'OPEN'")},
  'identificationsOpen', ${count("identifications WHERE status IN ('initialized', 'inprogress', 'review')")},
  'callbacksWaiting', ${count("callbacks WHERE state = 'OPEN'")},
  'callbackOldestSeconds', ${oldest('created_at', "callbacks WHERE state = 'OPEN'")},
  'callbackHostsFailing', ${count('callback_endpoints WHERE failing_since IS NOT NULL')},
  'paymentWebhooksWaiting', ${count('billing_events WHERE processed_at IS NULL')},
  'paymentWebhookOldestSeconds', ${oldest('received_at', 'billing_events WHERE processed_at IS NULL')},
  'paymentUsageWaiting', ${count('signature_usage WHERE extra AND reported_at IS NULL')},
  'headsAgeSeconds', ${seconds(heads)},
  'unsignedSeconds', CASE WHEN EXISTS (
      SELECT FROM evidence_events WHERE at > coalesce(${heads}, clock_timestamp() - interval '1 day'))
    THEN ${seconds(`coalesce(${heads}, (SELECT min(at) FROM evidence_events))`)} ELSE 0 END,
  'backupAgeSeconds', (SELECT ${seconds('max(finished_at)')} FROM backups
    WHERE state = 'COMPLETE' AND kind <> 'before_upgrade' AND ($3::text IS NULL OR target = $3)),
  'installedSeconds', (SELECT ${seconds('min(applied_at)')} FROM migrations))`

const slow = `jsonb_build_object('archiveRenewalsOverdue', (SELECT count(*) FROM (
  SELECT FROM archive_timestamps a
    JOIN request_documents rd ON rd.version_id = a.version_id
    JOIN signature_requests r ON r.id = rd.request_id
    JOIN documents d ON d.id = rd.version_id
  WHERE a.weakens_at < clock_timestamp() + interval '${overdueBefore}'
    AND r.status = 'SIGNED' AND d.content_deleted_at IS NULL
  LIMIT ${countedAtMost}) overdue))`

import { SigningError } from '@countersign/contract/errors.ts'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What happened in this process, counted where it happens. Each label has few values, all known beforehand: never an
 * address, an id or anything that a caller chose. Figures of the whole installation are in `app/metrics/`.
 */
export const events = new Registry()

const registers = [events]
const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
const calls = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const long = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120, 600]

export const httpRequests = new Counter({
  registers,
  name: 'countersign_http_requests_total',
  help: 'HTTP requests answered, by method, route pattern and status.',
  labelNames: ['method', 'route', 'status'],
})
export const httpDuration = new Histogram({
  registers,
  name: 'countersign_http_request_duration_seconds',
  help: 'Time to answer HTTP requests, by method and route pattern. Live updates, which never end, are left out.',
  labelNames: ['method', 'route'],
  buckets: calls,
})
export const jobDuration = new Histogram({
  registers,
  name: 'countersign_job_duration_seconds',
  help: 'Time that jobs took in this process, by task.',
  labelNames: ['task'],
  buckets: long,
})
export const jobsFinished = new Counter({
  registers,
  name: 'countersign_jobs_finished_total',
  help: 'Runs of jobs in this process, by task and result: done, or failed and tried again later.',
  labelNames: ['task', 'result'],
})
export const jobsRunning = new Gauge({
  registers,
  name: 'countersign_jobs_running',
  help: 'Jobs that this process is working on, by task.',
  labelNames: ['task'],
})
export const emails = new Counter({
  registers,
  name: 'countersign_emails_total',
  help: 'Attempts to send an email, by result: sent, deferred (tried again later) or failed (given up).',
  labelNames: ['result'],
})
export const signingsFinished = new Counter({
  registers,
  name: 'countersign_signings_finished_total',
  help: 'Signings that ended in this process, by status and error (empty for SIGNED).',
  labelNames: ['status', 'error'],
})
export const signingDuration = new Histogram({
  registers,
  name: 'countersign_signing_duration_seconds',
  help: 'Time from the start of a signing to SIGNED or ERROR, waiting for approval included.',
  labelNames: ['status'],
  buckets: long,
})
export const callbackAttempts = new Counter({
  registers,
  name: 'countersign_callback_attempts_total',
  help: 'Attempts to deliver a callback, by result: delivered, deferred (tried again later) or failed (given up).',
  labelNames: ['result'],
})
export const paymentFailures = new Counter({
  registers,
  name: 'countersign_payment_failures_total',
  help: 'Calls of payment providers that failed, by provider and failure: unavailable, misconfigured (key or prices are wrong), declined and others.',
  labelNames: ['provider', 'failure'],
})
export const timestampDuration = new Histogram({
  registers,
  name: 'countersign_timestamp_duration_seconds',
  help: 'Time that timestamp authorities took for a valid timestamp.',
  labelNames: ['authority'],
  buckets: calls,
})
export const timestampRequests = new Counter({
  registers,
  name: 'countersign_timestamp_requests_total',
  help: 'Timestamps requested, by authority and result: granted or failed.',
  labelNames: ['authority', 'result'],
})
export const queryDuration = new Histogram({
  registers,
  name: 'countersign_database_query_duration_seconds',
  help: 'Time that database statements took, without the wait for a connection.',
  buckets: fast,
})
export const queryErrors = new Counter({
  registers,
  name: 'countersign_database_query_errors_total',
  help: 'Database statements that failed, conflicts that are tried again included.',
})
export const replicaReads = new Counter({
  registers,
  name: 'countersign_replica_reads_total',
  help: 'Statements of lists and exports with DATABASE_READ_URL, by the server that answered: replica or primary.',
  labelNames: ['server'],
})
export const storeErrors = new Counter({
  registers,
  name: 'countersign_store_errors_total',
  help: 'Operations of the document store that failed, by operation and reason: missing, damaged, full, away or other.',
  labelNames: ['operation', 'reason'],
})

// Prometheus sees no increase in a series that begins with its first event: what an alert counts is there from the start.
for (const result of ['sent', 'deferred', 'failed']) emails.inc({ result }, 0)
for (const result of ['delivered', 'deferred', 'failed']) callbackAttempts.inc({ result }, 0)
signingsFinished.inc({ status: 'SIGNED', error: '' }, 0)
for (const error of SigningError.options) signingsFinished.inc({ status: 'ERROR', error }, 0)

import type { FastifyBaseLogger } from 'fastify'
import type { Job } from 'graphile-worker'
import { runWork } from '#api/platform/logging/work.ts'
import { jobDuration, jobsFinished, jobsRunning } from '#api/platform/metrics/instruments.ts'
import { inSpan } from '#api/platform/tracing/tracer.ts'
import { splitOrigin } from './origin.ts'

interface ObservedJob {
  readonly task: string
  readonly job: Pick<Job, 'id' | 'attempts' | 'payload'>
  readonly payload: unknown
}

/**
 * Runs a job: counted, timed, a line of the log when it is done, and a trace of its own that links to the call which added
 * it. What the timetable runs each minute is told of only where it took its time.
 */
export async function observeJob(
  log: FastifyBaseLogger,
  { task, job, payload: given }: ObservedJob,
  work: (payload: unknown) => Promise<unknown>,
): Promise<void> {
  const { payload, origin } = splitOrigin(given)
  const { requestId, traceparent } = origin
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  jobsRunning.inc({ task })
  await runWork({ jobId: job.id, task, requestId }, async () => {
    try {
      await inSpan(`job ${task}`, { kind: 'consumer', parent: undefined, link: traceparent }, () =>
        work(payload),
      )
      jobsFinished.inc({ task, result: 'done' })
      const took = { attempt: job.attempts, ms: Math.round(seconds() * 1000) }
      log[isUpkeep(given) && seconds() < worthALine ? 'debug' : 'info'](took, 'a job is done')
    } catch (error) {
      jobsFinished.inc({ task, result: 'failed' })
      throw error
    } finally {
      jobsRunning.dec({ task })
      jobDuration.observe({ task }, seconds())
    }
  })
}

const worthALine = 1

/** Added by the timetable, which says so in what the job carries. */
const isUpkeep = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && '_cron' in payload

import { runJobs } from '#api/app/run-jobs.ts'
import { connect } from '#api/platform/db/connect.ts'
import { startTestApi, type TestApi } from './api.ts'

export interface PausedApi {
  readonly api: TestApi
  /** The workers run for as long as this takes. */
  whileJobsRun<Result>(act: () => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/**
 * The product with its workers at rest, for what happens between a call and its job: no test has to be faster than one. A
 * call that signs answers OPEN at once.
 */
export async function startPausedApi(): Promise<PausedApi> {
  const api = await startTestApi({ jobs: false, environment: { SIGNING_PATIENCE_MS: '1' } })
  const owner = connect(api.connection, 'owner', 10, () => {})
  return {
    api,
    whileJobsRun: async (act) => {
      const jobs = await runJobs(api.context, owner)
      try {
        return await act()
      } finally {
        await jobs.stop()
      }
    },
    stop: async () => {
      await owner.end()
      await api.stop()
    },
  }
}

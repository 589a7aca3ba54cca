import { readConfig } from './platform/settings/config.ts'
import { openLog } from './platform/logging/log.ts'
import { prepareDatabase } from './app/prepare-database.ts'
import { requireRealParties } from './app/require-real-parties.ts'
import { main, runCountersign, untilSignalled, untilStopped } from './app/run.ts'

// The api of a production installation; the jobs run in worker.ts. Any number of each.
await main('api', async () => {
  const config = readConfig(process.env, 'production')
  const connection = requireRealParties(config)
  const log = openLog(config, 'api')
  await prepareDatabase(config, connection, (line) => log.info(line))
  const running = await runCountersign(config, connection, { api: true, jobs: false })
  await untilStopped(running, untilSignalled(config))
})

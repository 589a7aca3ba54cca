import { readConfig } from './platform/settings/config.ts'
import { openLog } from './platform/logging/log.ts'
import { prepareDatabase } from './app/prepare-database.ts'
import { requireRealParties } from './app/require-real-parties.ts'
import { main, runCountersign, untilSignalled, untilStopped } from './app/run.ts'

// The jobs of a production installation: signing, emails, clean-up.
await main('worker', async () => {
  const config = readConfig(process.env, 'production')
  const connection = requireRealParties(config)
  const log = openLog(config, 'worker')
  await prepareDatabase(config, connection, (line) => log.info(line))
  const running = await runCountersign(config, connection, { api: false, jobs: true })
  await untilStopped(running, untilSignalled(config))
})

import { readConfig } from './platform/settings/config.ts'
import { migrate } from './platform/db/migrate.ts'
import { openLog } from './platform/logging/log.ts'
import { backUpBeforeUpgrade } from './app/backups/before-upgrade.ts'

import { openBackupTarget } from './app/open-installation.ts'
import { requireRealParties } from './app/require-real-parties.ts'
import { main, runCountersign, untilSignalled, untilStopped } from './app/run.ts'

// The jobs of a production installation: sealing, mails, clean-up.
await main('worker', async () => {
  const config = readConfig(process.env, 'production')
  const connection = requireRealParties(config)
  const log = openLog(config, 'worker')
  await migrate(
    connection,
    backUpBeforeUpgrade(config, openBackupTarget(config), (line) => log.info(line)),
  )
  const running = await runCountersign(config, connection, { api: false, jobs: true })
  await untilStopped(running, untilSignalled(config))
})

import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from './platform/settings/config.ts'
import type { Connection } from './platform/db/connect.ts'
import { startEmbeddedPostgres } from './platform/db/embedded/start-embedded-postgres.ts'
import { isDatabaseAway } from './platform/db/database-away.ts'
import { prepareDatabase } from './app/prepare-database.ts'
import { failWhenEnded, main, runCountersign, untilSignalled, untilStopped } from './app/run.ts'
import { type SandboxProcess, startSandboxProcess } from './app/sandbox-process.ts'
import { setUpPrices } from './billing/plans/set-up-prices.ts'
import { seedDemo } from './app/demo/seed-demo.ts'

// `npm start`: the whole product on one machine, with an embedded database and the sandbox for the outside parties.
await main('local', async () => {
  const config = readConfig(process.env, 'start')
  const dataDirectory = resolve(config.dataDirectory)
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  const say = (line: string) => process.stdout.write(`${line}\n`)

  const signalled = untilSignalled(config)
  let sandboxStarting: Promise<SandboxProcess> | undefined
  // Beside the database, and not before the folder is ours: it writes there what its services are reached by.
  const startSandbox = () => {
    sandboxStarting ??= startSandboxProcess(process.env, dataDirectory, config.publicUrl)
    sandboxStarting.catch(() => {})
    return sandboxStarting
  }
  const database = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        directory: dataDirectory,
        restarts: true,
        onOwned: () => void startSandbox(),
      })
  const connection: Connection = database?.connection ?? {
    connectionString: config.databaseUrl ?? '',
    applicationString: config.databaseApplicationUrl,
  }
  say('Database ready')
  try {
    const sandboxReady = startSandbox()
    await prepareDatabase(config, connection, say)
    const sandbox = await sandboxReady
    const isOwnBilling = config.payment.stripe !== undefined || config.payment.chargebee !== undefined
    const running = await runCountersign(
      {
        ...config,
        dataDirectory,
        testSystem: true,
        timestampAuthorities:
          config.timestampAuthorities.length > 0 ? config.timestampAuthorities : sandbox.timestampAuthorities,
        smtpUrl: config.smtpUrl ?? sandbox.smtpUrl,
        smsGateway: config.smsGateway ?? sandbox.smsGateway,
        identityProviders:
          config.identityProviders.length > 0 ? config.identityProviders : sandbox.identityProviders,
        identificationProviders:
          Object.keys(config.identificationProviders).length > 0
            ? config.identificationProviders
            : sandbox.identificationProviders,
        trustServices:
          config.trustServices.services.length > 0 ? config.trustServices : sandbox.trustServices,
        payment: isOwnBilling ? config.payment : sandbox.payment,
        enterprise:
          config.enterprise.formUrl || config.enterprise.contact
            ? config.enterprise
            : { formUrl: sandbox.enterpriseFormUrl, contact: undefined },
        // Trying the product out is not to end with an allowance.
        freeSignatures: process.env.FREE_SIGNATURES ? config.freeSignatures : 1_000,
        dnsServers: config.dnsServers.length > 0 ? config.dnsServers : sandbox.dnsServers,
        outgoingAllowedHosts: [...config.outgoingAllowedHosts, ...sandbox.outgoingAllowedHosts],
        statusPageUrl: config.statusPageUrl ?? `${sandbox.url}/status-page`,
        // Everybody here is new, and nothing leaves this machine.
        emailsPerRecipient: process.env.EMAILS_PER_RECIPIENT ? config.emailsPerRecipient : 10_000,
        newSenderEmails: process.env.NEW_SENDER_EMAILS ? config.newSenderEmails : 10_000,
        logLevel: process.env.LOG_LEVEL ? config.logLevel : 'warn',
      },
      connection,
      { api: true, jobs: true },
    )
    if (!isOwnBilling) await setUpPrices(running.context)
    const demo = await seedDemo(running.context).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
      // It comes back, and the product works without.
      say('The demo data is incomplete: the database went away. To begin again, delete the data folder.')
      return null
    })
    say(`Countersign   ${config.publicUrl}`)
    say(`API           ${config.publicUrl}/docs`)
    say(`Inbox         ${sandbox.url}`)
    if (demo) say(`Sign in as    ${demo.email}  ${demo.password}`)
    if (config.identityProviders.length === 0)
      say('Company       any email of company.example, with single sign-on')
    await untilStopped(
      running,
      Promise.race([
        signalled.then(() => say('Stopping')),
        ...(database ? [failWhenEnded(database.exited, 'The database')] : []),
        failWhenEnded(once(sandbox.process, 'exit'), 'The sandbox'),
      ]),
    )
    await sandbox.stop()
  } finally {
    ;(await sandboxStarting?.catch(() => null))?.process.kill()
    await database?.stop()
  }
})

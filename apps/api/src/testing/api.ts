import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '#api/app/app.ts'
import { readConfig } from '#api/platform/settings/config.ts'
import { createContext, type OpenContext } from '#api/app/create-context.ts'
import { connect, type Connection } from '#api/platform/db/connect.ts'
import { runJobs } from '#api/app/run-jobs.ts'
import { setUpPrices } from '#api/billing/plans/set-up-prices.ts'
import { buildVerificationHost } from '#api/signing/verification-host/host.ts'
import { formPath } from '../../../sandbox/src/enterprise-form/routes.ts'
import { enrolmentAt } from '../../../sandbox/src/identification/enrolment.ts'
import { companyAt } from '../../../sandbox/src/single-sign-on/company.ts'
import { startSandbox, type RunningSandbox } from '../../../sandbox/src/sandbox.ts'
import { writeEnrolment } from '../../../sandbox/src/trust-services/enrolment.ts'
import { type Caller, freePort, makeCaller, type NewPerson, type Person, signUp } from './caller.ts'
import { anAccount } from './account.ts'
import { type BillingProvider, billingEnvironment } from './billing/billing.ts'
import { addressOf, createTestDatabase, type TestDatabase } from './database.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { shareThreads } from './shared-threads.ts'
import { authenticateWith } from '#api/app/http/credentials.ts'

export type { Person } from './caller.ts'

export interface TestApi extends Caller {
  readonly url: string
  readonly sandboxUrl: string
  /** Of the host that takes codes. */
  readonly verificationUrl: string
  readonly context: OpenContext
  /** What the settings were read from: a command beside the service is given the same. */
  readonly environment: Readonly<Record<string, string>>
  /** As the owner of the tables, who may do what the application's role may not. */
  readonly connection: Connection
  readonly inbox: Inbox
  /** Where the sandbox's payment providers are, and what they gave. */
  readonly payment: RunningSandbox['payment']
  /** Someone who has an account and is signed in. */
  person(given: NewPerson): Promise<Person>
  /** The same through the front door: by the confirmation's email, registration and sign-in. */
  signUp(given: NewPerson): Promise<Person>
  /** Makes the sandbox fail in the way the real party can. */
  fault(party: string, kind: string, times?: number): Promise<void>
  stop(): Promise<void>
}

export interface TestApiOptions {
  /** Whether the jobs run in this process too (default), or the test runs them elsewhere. */
  readonly jobs?: boolean
  readonly environment?: Record<string, string>
  /** Who takes the money; nobody by default, and then there are no plans and no limits. */
  readonly billing?: BillingProvider
  /** Whether the sandbox's marketing service takes the form for enterprise customers. */
  readonly enterpriseForm?: boolean
  /** Where the log goes, for a test that reads it. */
  readonly log?: FastifyBaseLogger
  /** A migrated database with data in it, in place of an empty one. */
  readonly database?: TestDatabase
  /** Another clock than the machine's. */
  readonly now?: () => Date
  /** Which trust services of the sandbox make what, where that is not what its enrolment says. */
  readonly assignment?: Record<string, string>
  /** Threads that no other test file uses, for a test that keeps them busy. */
  readonly ownThreads?: boolean
}

/** The whole product on a database of its own, with a sandbox of its own, reached by HTTP. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const [database, data, port, verificationPort] = await Promise.all([
    options.database ?? createTestDatabase(),
    mkdtemp(join(tmpdir(), 'countersign-test-')),
    freePort(),
    freePort(),
  ])
  const url = `http://127.0.0.1:${port}`
  const verificationUrl = `http://127.0.0.1:${verificationPort}`
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl: url })
  const anchorsFile = join(data, 'tsa-root.pem')
  await writeFile(anchorsFile, sandbox.anchorsPem)
  const environment: Record<string, string> = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    COUNTERSIGN_DATA: data,
    DNS_SERVERS: `127.0.0.1:${sandbox.dnsPort}`,
    // Where callbacks and files by URL of a test are.
    OUTGOING_ALLOWED_HOSTS: 'http://127.0.0.1:*, http://localhost:*',
    STATUS_PAGE_URL: `${sandbox.url}/status-page`,
    VERIFICATION_PORT: String(verificationPort),
    VERIFICATION_URL: verificationUrl,
    SMS_GATEWAY_URL: `${sandbox.url}/sms/messages`,
    SMS_GATEWAY_KEY: 'sandbox',
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    TIMESTAMP_AUTHORITIES: `${sandbox.url}/tsa|${anchorsFile},${sandbox.url}/tsa2|${anchorsFile}`,
    TRUST_SERVICES_FILE: writeEnrolment(
      join(data, 'enrolment'),
      sandbox.url,
      sandbox.trustServices,
      options.assignment,
    ),
    IDENTIFICATION_PROVIDERS: JSON.stringify(enrolmentAt(sandbox.url)),
    IDENTITY_PROVIDERS: JSON.stringify([companyAt(sandbox.url)]),
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    REQUESTS_PER_MINUTE: '1000000',
    API_USER_REQUESTS_PER_MINUTE: '1000000',
    // People of a test are all new.
    EMAILS_PER_RECIPIENT: '1000000',
    NEW_SENDER_EMAILS: '1000000',
    // On a machine that is busy with other tests a signature takes its time.
    SIGNING_PATIENCE_MS: '15000',
    SATURATED_AFTER_MS: '60000',
    ...(options.billing ? billingEnvironment(options.billing, sandbox.payment) : {}),
    ...(options.enterpriseForm ? { ENTERPRISE_FORM_URL: sandbox.url + formPath } : {}),
    ...options.environment,
  }
  const config = readConfig(environment)
  const { log, now } = options
  const threads = options.ownThreads ? undefined : shareThreads()
  const context = await createContext(config, database.connection, { log, now, threads })
  if (options.billing) await setUpPrices(context)
  const owner = connect(database.connection, 'owner', 10, () => {})
  const jobs = options.jobs === false ? null : await runJobs(context, owner)
  const app = await buildApp(context)
  const verification = await buildVerificationHost(context, authenticateWith(context))
  await app.listen({ port, host: '127.0.0.1' })
  await verification.listen({ port: verificationPort, host: '127.0.0.1' })
  const caller = makeCaller(url)
  const inbox = openInbox(sandbox.url)
  return {
    url,
    sandboxUrl: sandbox.url,
    verificationUrl,
    context,
    environment: { ...environment, DATABASE_URL: addressOf(database.connection) },
    connection: database.connection,
    inbox,
    payment: sandbox.payment,
    ...caller,
    person: (given) => anAccount(context, given),
    signUp: (given) => signUp(caller, inbox, given),
    fault: async (party, kind, times = 1) => {
      const response = await fetch(`${sandbox.url}/api/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ party, kind, times }),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    stop: async () => {
      await app.close()
      await verification.close()
      await jobs?.stop()
      await owner.end()
      await context.close()
      await sandbox.close()
      await database.drop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/api/src/platform/db/embedded/start-embedded-postgres.ts'
import { type Caller, makeCaller, type Person, signUp } from '../../apps/api/src/testing/caller.ts'
import { openInbox } from '../../apps/api/src/testing/inbox.ts'
import { startSandbox } from '../../apps/sandbox/src/sandbox.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { makeNode, type RunningNode } from './node.ts'

/** The tree that this program belongs to. */
export const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/** An installation as in production: two nodes behind a load balancer, a database and a store. */
export interface Installation {
  readonly nodes: readonly RunningNode[]
  readonly database: EmbeddedPostgres
  readonly balancer: Balancer
  readonly sandboxUrl: string
  /** By the load balancer. */
  readonly caller: Caller
  person(firstName: string): Promise<Person>
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

function addressOf({ connection }: EmbeddedPostgres): string {
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) }).toString()}`
}

export async function startInstallation(root: string): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-nodes-'))
  const database = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    restarts: true,
    settings: { max_connections: '300' },
  })
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, productUrl: 'http://127.0.0.1' })
  const anchors = join(directory, 'tsa-root.pem')
  await writeFile(anchors, sandbox.anchorsPem)
  const environment = {
    NODE_ENV: 'production',
    TEST_SYSTEM: '1',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://127.0.0.1',
    VERIFICATION_PORT: '0',
    TRUST_PROXY: '1',
    COUNTERSIGN_DATA: join(directory, 'data'),
    COUNTERSIGN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DATABASE_URL: addressOf(database),
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: 'Countersign <no-reply@countersign.example>',
    TIMESTAMP_AUTHORITIES: `${sandbox.url}/tsa|${anchors},${sandbox.url}/tsa2|${anchors}`,
    OUTGOING_ALLOWED_HOSTS: 'http://127.0.0.1:*',
    REQUESTS_PER_MINUTE: '1000000',
    EMAILS_PER_RECIPIENT: '1000000',
    NEW_SENDER_EMAILS: '1000000',
    SATURATED_AFTER_MS: '60000',
    // Longer than the interval of the load balancer's checks.
    SHUTDOWN_DELAY_MS: '2000',
    LOG_LEVEL: 'warn',
  }
  const nodes = [await makeNode(environment, root), await makeNode(environment, root)]
  for (const node of nodes) await node.start()
  const balancer = await startBalancer(nodes.map(({ port }) => port))
  const caller = makeCaller(balancer.url)
  return {
    nodes,
    database,
    balancer,
    sandboxUrl: sandbox.url,
    caller,
    person: (firstName) => signUp(caller, openInbox(sandbox.url), { firstName }),
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const client = new pg.Client(database.connection)
      // The statement fails with it; without a listener the program would end.
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query<Row>(text, [...values])).rows
      } finally {
        await client.end()
      }
    },
    close: async () => {
      await balancer.close()
      await Promise.all(nodes.map((node) => node.kill()))
      await sandbox.close()
      await database.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

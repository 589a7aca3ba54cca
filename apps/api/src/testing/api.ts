import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, InputOf, OutputOf } from '@countersign/contract/endpoint.ts'
import { isBinary } from '@countersign/contract/endpoint.ts'
import type { ApiError } from '@countersign/contract/errors.ts'
import * as accounts from '@countersign/contract/accounts.ts'
import { buildApp } from '#api/app.ts'
import { readConfig } from '#api/config.ts'
import { createContext, type OpenContext } from '#api/create-context.ts'
import { connect, type Connection } from '#api/db/connect.ts'
import { runJobs } from '#api/jobs/run-jobs.ts'
import { startSandbox } from '../../../sandbox/src/sandbox.ts'
import { createTestDatabase } from './database.ts'
import { type Inbox, openInbox } from './inbox.ts'

/** How somebody proves who they are: an Authorization header's value, or nothing. */
export type As = string | undefined

export interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
  readonly as: string
}

export type Reply<E extends Endpoint> =
  | { readonly ok: true; readonly status: number; readonly body: OutputOf<E>; readonly headers: Headers }
  | { readonly ok: false; readonly status: number; readonly error: ApiError; readonly headers: Headers }

export interface TestApi {
  readonly url: string
  readonly sandboxUrl: string
  readonly context: OpenContext
  /** As the owner of the tables, who may do what the application's role may not. */
  readonly connection: Connection
  readonly inbox: Inbox
  /** Makes a call and gives whatever comes back. */
  ask<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: As,
    headers?: Record<string, string>,
  ): Promise<Reply<E>>
  /** Makes a call that has to go well. */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: As,
    headers?: Record<string, string>,
  ): Promise<OutputOf<E>>
  /** Somebody who has signed up through the front door and is signed in. */
  person(given: {
    firstName: string
    lastName?: string
    email?: string
    lang?: 'en' | 'de' | 'fr' | 'it'
  }): Promise<Person>
  /** Makes the sandbox fail in the way the real party can. */
  fault(party: string, kind: string, times?: number): Promise<void>
  stop(): Promise<void>
}

export interface TestApiOptions {
  /** Whether the jobs run in this process too (default), or the test runs them elsewhere. */
  readonly jobs?: boolean
  readonly environment?: Record<string, string>
}

/** The whole product on a database of its own, with a sandbox of its own, reached by HTTP. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const [database, data, sandbox, port] = await Promise.all([
    createTestDatabase(),
    mkdtemp(join(tmpdir(), 'countersign-test-')),
    startSandbox({ port: 0, smtpPort: 0 }),
    freePort(),
  ])
  const url = `http://127.0.0.1:${port}`
  const anchorsFile = join(data, 'tsa-root.pem')
  await writeFile(anchorsFile, sandbox.anchorsPem)
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    COUNTERSIGN_DATA: data,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    TIMESTAMP_AUTHORITIES: `${sandbox.url}/tsa|${anchorsFile},${sandbox.url}/tsa2|${anchorsFile}`,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    REQUESTS_PER_MINUTE: '1000000',
    ...options.environment,
  })
  const context = await createContext(config, database.connection)
  const owner = connect(database.connection, 'owner', 5, () => {})
  const jobs = options.jobs === false ? null : await runJobs(context, owner)
  const app = await buildApp(context)
  await app.listen({ port, host: '127.0.0.1' })
  const caller = makeCaller(url)
  const inbox = openInbox(sandbox.url)
  return {
    url,
    sandboxUrl: sandbox.url,
    context,
    connection: database.connection,
    inbox,
    ...caller,
    person: (given) => signUp(caller, inbox, given),
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
      await jobs?.stop()
      await owner.end()
      await context.close()
      await sandbox.close()
      await database.drop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

function makeCaller(url: string): Pick<TestApi, 'ask' | 'call'> {
  const ask: TestApi['ask'] = async (endpoint, input, as, headers = {}) => {
    const given = input as {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
    }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(given.params?.[name] ?? ''),
    )
    const query = new URLSearchParams(
      Object.entries(given.query ?? {}).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)] as [string, string]],
      ),
    )
    const form = given.body instanceof FormData
    const response = await fetch(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(as ? { authorization: as } : {}),
        ...(endpoint.method !== 'GET' && !form ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(endpoint.method === 'GET'
        ? {}
        : { body: form ? (given.body as FormData) : JSON.stringify(given.body ?? {}) }),
    })
    const { status } = response
    if (!response.ok)
      return { ok: false, status, error: (await response.json()) as ApiError, headers: response.headers }
    const body = isBinary(endpoint.output) ? await response.blob() : await response.json()
    return { ok: true, status, body: body as OutputOf<typeof endpoint>, headers: response.headers }
  }
  return {
    ask,
    call: async (endpoint, input, as, headers) => {
      const reply = await ask(endpoint, input, as, headers)
      if (!reply.ok) throw new Error(`${endpoint.name}: ${reply.status} ${JSON.stringify(reply.error)}`)
      return reply.body
    },
  }
}

async function signUp(
  { call }: Pick<TestApi, 'call'>,
  inbox: Inbox,
  given: Parameters<TestApi['person']>[0],
): Promise<Person> {
  const { firstName, lastName = 'Keller', lang = 'en' } = given
  const email =
    given.email ?? `${firstName}.${Math.random().toString(36).slice(2, 8)}@example.org`.toLowerCase()
  await call(accounts.requestConfirmation, { body: { email, lang } })
  const { links } = await inbox.next(email)
  const token = new URL(links.find((link) => link.includes('token=')) ?? '').searchParams.get('token') ?? ''
  const password = 'quiet-harbour-lantern-42'
  await call(accounts.register, { body: { firstName, lastName, password, token, gtc: true, lang } })
  const session = await call(accounts.login, { body: { email, password } })
  return { email, firstName, lastName, password, as: `Bearer ${session.token}` }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testFolder } from '../platform/db/embedded/test-folder.ts'
import { freePort, makeCaller, type Person, signUp } from './caller.ts'
import { type Inbox, openInbox } from './inbox.ts'

/** The whole product as `npm start` runs it, in processes of its own, on free ports and a data folder of its own. */
export interface Product extends ReturnType<typeof makeCaller> {
  readonly url: string
  readonly sandboxUrl: string
  readonly data: string
  readonly inbox: Inbox
  readonly process: ChildProcess
  /** Milliseconds from the start of the process to the first answer. */
  readonly startedIn: number
  person(given: Parameters<typeof signUp>[2]): Promise<Person>
  /** Ends the process as a power cut would; the sandbox, another party's machine, lives on. */
  kill(): Promise<void>
  /** Starts again on the same data and ports. */
  restart(): Promise<Product>
  /** Stops in good order. */
  stop(): Promise<void>
}

interface Place {
  readonly data: string
  readonly ports: readonly [number, number, number, number, number, number, number]
}

const entry = fileURLToPath(new URL('../local.ts', import.meta.url))
/** Where Node keeps what it has compiled: every process that starts with it starts sooner. */
export const compiledModules = fileURLToPath(
  new URL('../../../../node_modules/.cache/compiled', import.meta.url),
)
const patience = 60_000

/** Without billing, unless the environment says otherwise: `SANDBOX_BILLING`, stripe or chargebee. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const data = await mkdtemp(join(testFolder(), 'countersign product '))
  const ports = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ] as const
  return run({ data, ports }, environment)
}

async function run(place: Place, environment: Record<string, string>): Promise<Product> {
  const [port, sandboxPort, smtpPort, tlsPort, verificationPort, dnsPort, stripePort] = place.ports
  const url = `http://localhost:${port}`
  const sandboxUrl = `http://localhost:${sandboxPort}`
  const began = performance.now()
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      // As `npm start` and the image set them.
      MALLOC_ARENA_MAX: '1',
      MALLOC_TRIM_THRESHOLD_: '131072',
      MALLOC_MMAP_THRESHOLD_: '131072',
      NODE_COMPILE_CACHE: compiledModules,
      NODE_OPTIONS: `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ''}`,
      NODE_ENV: 'production',
      PORT: String(port),
      VERIFICATION_PORT: String(verificationPort),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_TLS_PORT: String(tlsPort),
      // What is tried out is not limited by a plan, unless a test is about that.
      SANDBOX_BILLING: 'off',
      SANDBOX_DNS_PORT: String(dnsPort),
      SANDBOX_STRIPE_PORT: String(stripePort),
      PUBLIC_URL: url,
      SANDBOX_URL: sandboxUrl,
      COUNTERSIGN_DATA: place.data,
      REQUESTS_PER_MINUTE: '1000000',
      EMAILS_PER_RECIPIENT: '1000000',
      NEW_SENDER_EMAILS: '1000000',
      // On a machine that is busy with other tests a signature takes its time.
      SIGNING_PATIENCE_MS: '15000',
      SATURATED_AFTER_MS: '60000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said = `${said}${text.toString()}`.slice(-8000)))
  await untilReady(child, `${url}/readyz`, () => said)
  const startedIn = performance.now() - began
  const caller = makeCaller(url)
  const inbox = openInbox(sandboxUrl)
  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    url,
    sandboxUrl,
    data: place.data,
    inbox,
    process: child,
    startedIn,
    ...caller,
    person: (given) => signUp(caller, inbox, given),
    kill: () => ended('SIGKILL'),
    restart: () => run(place, environment),
    stop: async () => {
      await ended('SIGTERM')
      await rm(place.data, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, address: string, said: () => string): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product did not start:\n${said()}`)
    const ready = await fetch(address).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    if (Date.now() > deadline) throw new Error(`the product is not ready:\n${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

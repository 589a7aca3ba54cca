import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import type { S3Settings } from '#api/platform/settings/document-store.ts'
import { testFolder } from '#api/platform/db/embedded/test-folder.ts'
import { createS3Client } from '#api/providers/document-store/s3/client.ts'

// Debian's, for which its packages are; another one may come first on the path.
const python = '/usr/bin/python3'
const script = fileURLToPath(new URL('swift-server.py', import.meta.url))

/** Who may use the server: swift-server.py. */
export const credentials = { accessKeyId: 'test:countersign', secretAccessKey: 'swift-secret-key' }

/** OpenStack Swift with its S3 interface: a server that others store their files on, not one that was made for tests. */
export interface S3Server {
  readonly endpoint: string
  /** Settings for a bucket that is made for them. */
  bucket(change?: Partial<S3Settings>): Promise<S3Settings>
  /** Ends it as an outage would; what is stored is there again after `start`. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(testFolder(), 'countersign-s3-'))
  let running: ChildProcess | undefined
  let port = 0

  async function start(): Promise<void> {
    const child = spawn(python, [script, folder, String(port)], { stdio: ['pipe', 'pipe', 'pipe'] })
    running = child
    let complaints = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (complaints += piece))
    const said = once(child.stdout, 'data').then(([line]) => Number(line))
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`Swift has ended: ${complaints}`)))
    ended.catch(() => {})
    port = await Promise.race([said, ended])
  }
  async function kill(): Promise<void> {
    const child = running
    running = undefined
    if (!child || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  await start()

  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: async (change) => {
      const settings: S3Settings = {
        endpoint: `http://127.0.0.1:${port}`,
        region: 'eu-test-1',
        bucket: `bucket-${randomUUID()}`,
        prefix: '',
        pathStyle: true,
        credentials,
        encryption: undefined,
        checksums: true,
        ...change,
      }
      const client = createS3Client(settings)
      await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
      client.destroy()
      return settings
    },
    kill,
    start,
    stop: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let shared: Promise<S3Server> | undefined

/** One for all test files of this process: each takes a bucket of its own. It ends with the process. */
export function sharedS3Server(): Promise<S3Server> {
  return (shared ??= startS3Server())
}

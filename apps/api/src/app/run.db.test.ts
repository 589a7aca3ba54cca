import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getUser } from '@countersign/contract/accounts.ts'
import { expect, test } from 'vitest'
import { readPostmasterFile } from '#api/platform/db/embedded/leftover.ts'
import { freePort } from '#api/testing/caller.ts'
import { startProduct } from '#api/testing/product.ts'

function kill(pid: number): void {
  if (pid <= 0) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

test('npm start starts its database again, and ends with a failure where that comes to nothing', async () => {
  const product = await startProduct({ LOG_LEVEL: 'fatal' })
  let said = ''
  product.process.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  const exited = once(product.process, 'exit')
  try {
    const ben = await product.person({ firstName: 'Ben' })
    const pid = () => readPostmasterFile(join(product.data, 'pg18'))?.pid ?? -1
    kill(pid())
    await expect
      .poll(async () => (await product.ask(getUser, { query: {} }, ben.as)).status, { timeout: 30_000 })
      .toBe(200)
    expect(product.process.exitCode).toBeNull()
    // As one that ends again and again, whatever the reason.
    const killing = setInterval(() => kill(pid()), 20)
    const [code] = (await exited) as [number | null]
    clearInterval(killing)
    expect(code).toBe(1)
    const last = said.trim().split('\n').at(-1) ?? ''
    expect(JSON.parse(last)).toMatchObject({
      level: 'fatal',
      time: expect.stringMatching(/^20\d\d-.*Z$/),
      process: 'local',
      pid: product.process.pid,
      msg: expect.stringContaining('The database has ended'),
    })
  } finally {
    await product.stop()
  }
}, 120_000)

test('a process notes in the document store that it uses it', async () => {
  const before = Date.now()
  const product = await startProduct({ LOG_LEVEL: 'fatal' })
  try {
    const noted = await readFile(join(product.data, 'documents', 'in-use'), 'utf8')
    expect(Date.parse(noted.trim())).toBeGreaterThanOrEqual(before)
  } finally {
    await product.stop()
  }
}, 60_000)

test('a second npm start on the same folder says who uses it, and changes nothing there', async () => {
  const product = await startProduct({ LOG_LEVEL: 'fatal' })
  const handedOver = () =>
    Promise.all(
      ['company.json', 'payment.json', 'identification.json', 'enrolment/trust-services.json'].map((file) =>
        readFile(join(product.data, 'sandbox', file), 'utf8'),
      ),
    )
  try {
    const before = await handedOver()
    const names = ['', 'SMTP_', 'TLS_', 'DNS_', 'STRIPE_'].map((which) => `SANDBOX_${which}PORT`)
    const ports: Record<string, string> = {}
    for (const name of ['PORT', 'VERIFICATION_PORT', ...names]) ports[name] = String(await freePort())
    const child = spawn(process.execPath, [fileURLToPath(new URL('../local.ts', import.meta.url))], {
      env: { PATH: process.env['PATH'], ...ports, COUNTERSIGN_DATA: product.data },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()))
    // When all that it has started has ended too.
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(1)
    expect(said).toMatch(
      /^Countersign did not start\. The database in [^\n]* is in use by process \d+\. [^\n]*\n$/,
    )
    expect(await handedOver()).toEqual(before)
  } finally {
    await product.stop()
  }
}, 120_000)

test('an error that nothing handles is one line in the log, and ends the process with a failure', async () => {
  for (const failure of [
    'Promise.reject(new Error("lost"))',
    'setTimeout(() => { throw new Error("lost") })',
  ]) {
    const run = new URL('./run.ts', import.meta.url).href
    const script = `import { main } from ${JSON.stringify(run)}
      await main('api', async () => { ${failure}; await new Promise((resolve) => setTimeout(resolve, 10_000)) })`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (said += text.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(1)
    const lines = said.trim().split('\n')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'fatal',
      process: 'api',
      err: { message: 'lost' },
    })
  }
})

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { testFolder } from '../../apps/api/src/platform/db/embedded/test-folder.ts'
import { keepAsking } from '../poll-address.ts'
import { median } from '../row.ts'
import type { Calibration } from './calibration.ts'

/** Each batch lasts longer than the scheduler lets one process run: other work on the machine is in it. */
const batchMilliseconds = 60
const batches = 9
/** Until then Node compiles what is called. */
const warmUp = 4

/** Two and a half seconds, a third of it for each part. */
export async function measureCalibration(): Promise<Calibration> {
  return { hash: await measureHash(), fsync: await measureFsync(), http: await measureHttp() }
}

/** SHA-256 of a megabyte that is always the same. */
function measureHash(): Promise<number> {
  const content = Buffer.alloc(1024 * 1024, 'Countersign')
  return perCall(() => createHash('sha256').update(content).digest())
}

/** A small append made durable, where the product under test has its data. */
async function measureFsync(): Promise<number> {
  const folder = mkdtempSync(join(testFolder(), 'countersign calibration '))
  const file = openSync(join(folder, 'appended'), 'a')
  const line = Buffer.alloc(256, 'x')
  try {
    // Synchronous: the way to a thread of the pool and back takes longer than some disks.
    return await perCall(() => {
      writeSync(file, line)
      fsyncSync(file)
    })
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * An empty call over loopback on a connection that stays open. Client and server share a thread: how long another one takes to
 * wake up varies threefold on a machine that is quiet.
 */
async function measureHttp(): Promise<number> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-length': 0 }).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = { url: `http://127.0.0.1:${port}/`, headers: {} }
  try {
    return await medianOfBatches(async (until) => (await keepAsking(address, until)).length)
  } finally {
    server.close()
  }
}

function perCall(call: () => unknown): Promise<number> {
  return medianOfBatches(async (until) => {
    let calls = 0
    for (; performance.now() < until; calls += 1) call()
    return calls
  })
}

/** Microseconds that a call takes, by the median of the batches; each gives the number of its calls. */
async function medianOfBatches(work: (until: number) => Promise<number>): Promise<number> {
  const took: number[] = []
  for (let batch = 0; batch < warmUp + batches; batch += 1) {
    const began = performance.now()
    const calls = await work(began + batchMilliseconds)
    if (batch >= warmUp) took.push(((performance.now() - began) * 1000) / calls)
  }
  return median(took)
}

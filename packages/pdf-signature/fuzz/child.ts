import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openCoverage } from './coverage.ts'
import { randomOf } from './random.ts'
import { execute, runBatch, startSession } from './session.ts'
import { targets } from './targets/all.ts'
import type { TargetName } from './targets/all.ts'
import { readWorld } from './world.ts'

// node child.ts FOLDER TARGET SEED MILLISECONDS, or FOLDER TARGET FILE: one input alone.
// What it is at is in FOLDER/now, for the person who finds this process hanging or dead.

const [folder = '', name = '', seedOrFile = '', milliseconds] = process.argv.slice(2)
const target = targets[name as TargetName](readWorld(readFileSync(join(folder, 'world.json'), 'utf8')))
const mebibyte = 1024 * 1024
const memoryLimit = 512
const peak = (): number => process.resourceUsage().maxRSS / 1024

if (milliseconds === undefined) alone()
else await fuzz(Number(seedOrFile), Number(milliseconds))

function alone(): void {
  const before = peak()
  const session = startSession(target, randomOf(0))
  const find = execute(session, readFileSync(seedOrFile))
  process.stdout.write(
    JSON.stringify({
      key: find?.key,
      message: find?.message,
      before,
      peak: peak(),
      slowest: session.slowest,
    }),
  )
}

/** The time counts from the start of the process. */
async function fuzz(seed: number, time: number): Promise<void> {
  const corpus = join(folder, 'corpus', name)
  mkdirSync(corpus, { recursive: true })
  const kept = readdirSync(corpus).map((file) => readFileSync(join(corpus, file)))
  const session = startSession(target, randomOf(seed), kept)
  const coverage = await openCoverage()
  const now = openSync(join(folder, 'now'), 'w')
  const head = Buffer.alloc(8)
  let sequence = 0
  let last: Buffer | undefined
  const before = (input: Buffer): void => {
    head.writeUInt32LE(sequence++ >>> 0, 0)
    head.writeUInt32LE(input.length, 4)
    writeSync(now, Buffer.concat([head, input]), 0, input.length + 8, 0)
    if (last && peak() > memoryLimit) process.send?.({ heavy: last.toString('base64') })
    last = input
  }
  const seen = new Set<string>()
  for (const input of session.corpus) {
    before(input)
    execute(session, input)
  }
  await coverage.look()
  let number = kept.length
  // Starts again half way to the limit: what one input takes is then not lost in what all took.
  do {
    await runBatch(session, 32, coverage, {
      before,
      found: (find) => {
        if (seen.has(find.key)) return
        seen.add(find.key)
        const { key, message } = find
        process.send?.({ key, message, input: find.input.toString('base64') })
      },
      kept: (input) => writeFileSync(join(corpus, `${seed}-${number++}`), input),
    })
  } while (performance.now() < time && process.memoryUsage.rss() < 256 * mebibyte && peak() < 400)
  const { executions, slowest } = session
  process.send?.({ executions, slowest, blocks: coverage.known, corpus: session.corpus.length, peak: peak() })
  process.disconnect?.()
}

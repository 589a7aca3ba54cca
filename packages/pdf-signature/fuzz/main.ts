import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChild } from './supervise.ts'
import { newTally, tableOf } from './tally.ts'
import type { Tally } from './tally.ts'
import { targetNames } from './targets/all.ts'
import { newWorld, writeWorld } from './world.ts'

// npm run fuzz -- [--seconds N] [--target NAME] [--seed N]: exit code 1 if anything was found.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    target: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
})
const names = targetNames.filter((name) => values.target === undefined || name === values.target)
const seconds = Number(values.seconds)
let seed = Number(values.seed)
if (names.length === 0 || !(seconds > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write(`--seconds N --seed N --target ${targetNames.join('|')}\n`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
const findings = join(import.meta.dirname, '../../../test-results/fuzz')
writeFileSync(join(folder, 'world.json'), writeWorld(newWorld()))
const tallies = new Map<string, Tally>(names.map((name) => [name, newTally()]))

/** Each kind of find once; the file and what it did go where other tests leave what they found. */
function noteFind(name: string, tally: Tally, key: string, message: string, input: Buffer): void {
  if (tally.finds.has(key)) return
  tally.finds.set(key, message)
  mkdirSync(findings, { recursive: true })
  const file = join(findings, `${name}-${values.seed}-${tally.finds.size}`)
  writeFileSync(file, input)
  writeFileSync(`${file}.txt`, message)
  process.stdout.write(`${name}: ${message.split('\n').slice(0, 3).join('\n')}\n    ${file}\n`)
}

// In turns, so that a run that is ended early has tried everything.
const turn = Math.min(20_000, (seconds * 1000) / names.length)
const end = performance.now() + seconds * 1000
try {
  for (let round = 0; performance.now() < end - 500; round++) {
    const name = names[round % names.length] ?? 'pdf'
    const tally = tallies.get(name) ?? newTally()
    const watch = {
      folder,
      name,
      tally,
      found: (key: string, message: string, input: Buffer) => noteFind(name, tally, key, message, input),
    }
    await runChild(watch, seed++, Math.min(turn, end - performance.now()))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

process.stdout.write(tableOf(tallies))
const executions = [...tallies.values()].reduce((sum, tally) => sum + tally.executions, 0)
const finds = [...tallies.values()].reduce((sum, tally) => sum + tally.finds.size, 0)
process.stdout.write(`${executions} executions in ${Math.round(seconds)} seconds, ${finds} finds\n`)
process.exit(finds === 0 ? 0 : 1)

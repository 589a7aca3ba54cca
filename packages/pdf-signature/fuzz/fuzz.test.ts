import { expect, test } from 'vitest'
import { randomOf } from './random.ts'
import { execute, nextInput, startSession } from './session.ts'
import { limits } from './supervise.ts'
import { targets } from './targets/all.ts'
import type { TargetName } from './targets/all.ts'
import { newWorld } from './world.ts'

const world = newWorld()

// A glance at each target: `npm run fuzz` looks longer, and where the code has not been yet.
test.each<[TargetName, number]>([
  ['pdf', 120],
  ['normalise', 80],
  ['decipher', 80],
  ['validate', 80],
  ['cms', 150],
  ['ocsp', 150],
  ['crl', 100],
  ['tsp', 150],
  ['certificate', 150],
  ['image', 1000],
  ['trust-list', 300],
])('%s keeps its promises on broken input', (name, count) => {
  const session = startSession(targets[name](world), randomOf(2026))
  const inputs = function* () {
    yield* session.target.seeds
    for (let i = 0; i < count; i++) yield nextInput(session)
  }
  const finds = [...inputs()].flatMap((input) => execute(session, input) ?? [])
  expect(finds.map(({ message }) => message)).toEqual([])
  expect(session.slowest).toBeLessThan(limits.milliseconds)
})

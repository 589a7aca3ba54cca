import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSequence } from '#api/testing/sequences/signing/run-sequence.ts'
import { openStage, type Stage } from '#api/testing/sequences/signing/world.ts'

const sequences = Number(process.env.SIGNING_SEQUENCES ?? 6)
const firstSeed = Number(process.env.SIGNING_SEED ?? 1)
const unlimited = 24 * 3_600_000

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.stop())

test(
  'after random acts of senders, signers and guests at once, requests, lists, emails, evidence and files agree',
  async () => {
    const wrong: Record<number, string[]> = {}
    for (let seed = firstSeed; seed < firstSeed + sequences; seed += 1) {
      const found = await runSequence(stage, seed)
      if (found.length > 0) wrong[seed] = found
    }
    expect(wrong).toEqual({})
  },
  unlimited,
)

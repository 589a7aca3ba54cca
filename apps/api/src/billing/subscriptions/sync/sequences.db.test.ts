import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyWith } from '#api/testing/sequences/billing/actions.ts'
import { aPayer, aSecondAdmin } from '#api/testing/sequences/billing/payer.ts'
import { raceSeats } from '#api/testing/sequences/billing/race-seats.ts'
import { seeded } from '#api/testing/sequences/random.ts'
import { runSequence } from '#api/testing/sequences/billing/run-sequence.ts'
import { openStage, type Stage } from '#api/testing/sequences/billing/stage.ts'

// The short version. `npm run bench -- billing` runs ten thousand sequences and two hundred races.
const sequences = Number(process.env.BILLING_SEQUENCES ?? 10)
const races = Number(process.env.BILLING_RACES ?? 10)
const firstSeed = Number(process.env.BILLING_SEED ?? 1)
const unlimited = 24 * 3_600_000

describe.each(['stripe', 'chargebee'] as const)('%s', (provider) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(provider)
  })
  afterAll(() => stage?.stop())

  test(
    'after random acts, webhooks and deaths of the process our books agree with the provider’s',
    async () => {
      const wrong: Record<number, string[]> = {}
      for (let seed = firstSeed; seed < firstSeed + sequences; seed += 1) {
        const found = await runSequence(stage, await aPayer(stage), seed)
        if (found.length > 0) wrong[seed] = found
      }
      expect(wrong).toEqual({})
    },
    unlimited,
  )

  test(
    'two admins change the seats at once: one number counts, and the provider is never asked for the other',
    async () => {
      const random = seeded(firstSeed)
      const payer = await aPayer(stage)
      const other = await aSecondAdmin(stage, payer)
      await buyWith(stage, payer, random, 'accepted')
      const wrong: string[][] = []
      for (let race = 0; race < races; race += 1) {
        const found = await raceSeats(stage, payer, other, random)
        if (found.length > 0) wrong.push(found)
      }
      expect(wrong).toEqual([])
    },
    unlimited,
  )
})

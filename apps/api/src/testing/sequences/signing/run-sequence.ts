import { expect } from 'vitest'
import { seeded } from '#api/testing/sequences/random.ts'
import { actions } from './actions.ts'
import { checkWorld } from './check-world.ts'
import { aWorld, type Stage, type World } from './world.ts'

const length = 14

/**
 * Random acts of senders, signers, guests and time on a few requests, up to four at once. Returns what is wrong once all has
 * settled, and what was done.
 */
export async function runSequence(stage: Stage, seed: number): Promise<string[]> {
  const random = seeded(seed)
  const world = await aWorld(stage, random)
  try {
    for (let step = 0; step < length; step += 1) {
      const together = Array.from({ length: 1 + random.int(4) }, () => random.pick(actions))
      world.story.push(`-- ${step}`)
      await Promise.all(together.map((act) => act(world)))
    }
    await settle(world)
    const wrong = await checkWorld(world)
    return wrong.length > 0 ? [...wrong, '', ...world.story] : []
  } catch (error) {
    return [(error as Error).stack ?? String(error), '', ...world.story]
  }
}

/** Everything works again, and what waits is tried again at once. */
async function settle({ stage: { api, owner } }: World): Promise<void> {
  await fetch(`${api.sandboxUrl}/api/faults`, { method: 'DELETE' })
  const left = async () => {
    await owner.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE last_error IS NOT NULL')
    const { rows } = await owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE run_at <= now()`,
    )
    return rows[0]?.count
  }
  await expect.poll(left, { interval: 50 }).toBe(0)
}

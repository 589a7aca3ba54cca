import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Figure, Row } from '../row.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const test = 'apps/api/src/billing/subscriptions/sync/sequences.db.test.ts'

/**
 * Random actions of admins, webhooks that are lost, late or duplicated, and processes that die, ten thousand times
 * over; and two admins who change the seats at once. It takes an hour: run it by name. BILLING_SEQUENCES and
 * BILLING_SEED select others.
 */
export const billing: Row = {
  name: 'billing',
  onlyByName: true,
  run: async () => {
    const [sequences, races] = [process.env.BILLING_SEQUENCES ?? '10000', process.env.BILLING_RACES ?? '200']
    const env = { ...process.env, BILLING_SEQUENCES: sequences, BILLING_RACES: races }
    const child = spawn(process.execPath, [vitest, 'run', test], { cwd: root, env, stdio: 'inherit' })
    const [status] = (await once(child, 'exit')) as [number | null]
    const what = 'runs whose books differ from the provider’s'
    const figure: Figure = { what, measured: status === 0 ? 0 : 1, unit: 'failed', limit: 0 }
    return [{ ...figure, detail: `${sequences} sequences and ${races} races of each provider` }]
  },
}

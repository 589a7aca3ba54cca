import { setTimeout as pause } from 'node:timers/promises'
import { createBusiness } from '../../packages/contract/src/businesses.ts'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { anApiUser } from '../../apps/api/src/testing/api-user.ts'
import { checkBooks, collectMails } from '../nodes/books.ts'
import { startCallbackCounter } from '../nodes/callback-counter.ts'
import { describeOutcome } from '../nodes/figures.ts'
import { type Installation, ownRoot, startInstallation } from '../nodes/installation.ts'
import { startLoad } from '../nodes/load.ts'
import { describeSteadiness, fillWith, watchMemory } from '../nodes/steadiness.ts'
import { withTree } from '../nodes/tree.ts'
import { keepGoing, killInTurn, restartDatabase, type Trial, upgradeInTurn } from '../nodes/trials.ts'
import type { Figure, Row } from '../row.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 180)
const signaturesPerSecond = Number(process.env.BENCH_SIGNATURES ?? 10)
const readsPerSecond = Number(process.env.BENCH_READS ?? 100)
/** How many requests there are before. */
const requests = Number(process.env.BENCH_REQUESTS ?? 0)
/** The release that is upgraded from. */
const from = process.env.BENCH_FROM
const modes = (process.env.BENCH_MODE ?? (from ? 'kill,database,upgrade' : 'kill,database')).split(',')
/** So many send, and so many sign. */
const crowd = 8

/**
 * Two nodes behind a load balancer, under load: each killed in turn, the database restarted, an upgrade from a commit, or
 * nothing at all (`steady`: how long people wait, and what memory is needed).
 */
export const nodes: Row = {
  name: 'nodes',
  // Minutes.
  onlyByName: true,
  run: async () => {
    const figures: Figure[] = []
    if (modes.includes('kill')) figures.push(...(await tryOut('nodes killed', ownRoot, killInTurn)))
    if (modes.includes('database'))
      figures.push(...(await tryOut('PostgreSQL restarted', ownRoot, restartDatabase)))
    if (modes.includes('upgrade') && from !== undefined)
      figures.push(
        ...(await withTree(from, (root) => tryOut(`upgrade from ${from.slice(0, 8)}`, root, upgradeInTurn))),
      )
    if (modes.includes('steady')) figures.push(...(await tryOut('two nodes', ownRoot, keepGoing)))
    return figures
  },
}

async function tryOut(what: string, root: string, trial: Trial): Promise<Figure[]> {
  const installation = await startInstallation(root)
  const counter = await startCallbackCounter()
  try {
    const owners = await people(installation, 'Ben')
    const signers = await people(installation, 'Anna')
    const apiUserId = await anApiUserOf(installation, await installation.person('Mara'))
    if (requests > 0) await fillWith(installation, requests, owners)
    const mails = collectMails(installation, [...owners, ...signers])
    const memory = watchMemory(installation)
    const load = startLoad({
      caller: installation.caller,
      owners,
      signers,
      signaturesPerSecond,
      readsPerSecond,
      onDraft: (id) => askForCallback(installation, { id, apiUserId, url: counter.url }),
    })
    const began = performance.now()
    const disturbances = await trial(installation, began + seconds * 1000)
    const lasted = (performance.now() - began) / 1000
    const rates = `${(load.flows.length / lasted).toFixed(1)} signatures/s and ${(load.reads.length / lasted).toFixed(0)} reads/s for ${Math.round(lasted)} s`
    const samples = memory.stop()
    await load.stop()
    const books = await checkBooks(installation, load.flows, { deliveries: counter.deliveries, mails })
    return [
      ...describeOutcome({ what, rates, load, disturbances, books }),
      ...(trial === keepGoing ? describeSteadiness({ what, load, samples }) : []),
    ]
  } finally {
    await counter.close()
    await installation.close()
  }
}

async function people(installation: Installation, firstName: string): Promise<Person[]> {
  const found: Person[] = []
  while (found.length < crowd) found.push(await installation.person(firstName))
  return found
}

async function anApiUserOf({ caller, query }: Installation, owner: { as: string }): Promise<string> {
  const body = { name: 'Large AG', gtc: true, dpa: true }
  const { id } = await caller.call(createBusiness, { body }, owner.as)
  const { username } = await anApiUser(caller, { admin: owner as never, businessId: id })
  const [found] = await query<{ id: string }>('SELECT id FROM api_users WHERE username = $1', [username])
  return found?.id ?? ''
}

/** As if an API user had made the request. */
async function askForCallback(
  { query }: Installation,
  { id, apiUserId, url }: { readonly id: string; readonly apiUserId: string; readonly url: string },
): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      await query(
        `INSERT INTO integration_requests (request_id, api_user_id, api_version, callback_success_url)
         VALUES ($1, $2, 3, $3) ON CONFLICT DO NOTHING`,
        [id, apiUserId, url],
      )
      return
    } catch (error) {
      if (tries === 300) throw error
      await pause(100)
    }
}

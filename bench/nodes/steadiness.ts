import pg from 'pg'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { type Figure, percentile } from '../row.ts'
import { growTo } from '../rows/list-data.ts'
import type { Installation } from './installation.ts'
import type { Load } from './load.ts'

const sampleEvery = 5_000
const signatureLimit = 400
const readLimit = 50
/** Milliseconds in which new processes compile what they run; nobody's wait in it counts. */
const warmUp = 20_000
/** Percent. */
const growthLimit = 10

/** Requests of many people, as after years; two of the owners have a great deal of them and the usual number. */
export async function fillWith(
  { database, query }: Installation,
  requests: number,
  owners: readonly Person[],
): Promise<void> {
  const idOf = async (person: Person | undefined) => {
    const [found] = await query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [person?.email])
    return found?.id ?? ''
  }
  const readers = { large: await idOf(owners[0]), usual: await idOf(owners[1]) }
  const client = new pg.Client(database.connection)
  await client.connect()
  try {
    await growTo(client, 0, requests, readers)
  } finally {
    await client.end()
  }
}

/** Megabytes of all nodes together, every five seconds. */
export function watchMemory({ nodes }: Installation) {
  const samples: number[] = []
  const timer = setInterval(
    () => samples.push(nodes.reduce((sum, node) => sum + node.memory(), 0)),
    sampleEvery,
  )
  return {
    stop: (): readonly number[] => {
      clearInterval(timer)
      return samples
    },
  }
}

interface Steadiness {
  readonly what: string
  readonly load: Load
  readonly samples: readonly number[]
}

/** How long people wait, and whether memory grows from the second tenth of the time to the last. */
export function describeSteadiness({ what, load, samples }: Steadiness): Figure[] {
  const from = (load.flows[0]?.began ?? 0) + warmUp
  const signed = load.flows.flatMap(({ began, signing, ended }) =>
    began > from && signing && ended ? [ended - signing] : [],
  )
  const read = load.reads.filter(({ began }) => began > from).map(({ took }) => took)
  const tenth = Math.max(1, Math.floor(samples.length / 10))
  const [early, late] = [mean(samples.slice(tenth, 2 * tenth)), mean(samples.slice(-tenth))]
  return [
    {
      what: `${what}: from the signer’s call to SIGNED, 99th percentile`,
      measured: percentile(signed, 0.99),
      unit: 'ms',
      limit: signatureLimit,
      detail: `median ${Math.round(percentile(signed, 0.5))} ms`,
    },
    {
      what: `${what}: reads, 99th percentile`,
      measured: percentile(read, 0.99),
      unit: 'ms',
      limit: readLimit,
      detail: `median ${Math.round(percentile(read, 0.5))} ms`,
    },
    {
      what: `${what}: growth of memory`,
      measured: (late / early - 1) * 100,
      unit: '%',
      limit: growthLimit,
      detail: `${Math.round(early)} MB, ${Math.round(late)} MB at the end, all four processes`,
    },
  ]
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { rollUpActivities } from '../../apps/api/src/business/activity/roll-up-activities.ts'
import { openDatabase } from '../../apps/api/src/platform/db/connect.ts'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import * as calls from '../../packages/contract/src/activity.ts'
import { type Figure, percentile, type Row, timed } from '../row.ts'
import { fillActivity } from './activity-data.ts'
import { connectionOf } from './list-data.ts'

const size = Number(process.env.BENCH_ACTIVITIES ?? 1_000_000)
/** Of each way of asking, after some that nobody counts. */
const asked = 40
const warming = 5
const p95Limit = 50
const megabyte = 1024 * 1024

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

type Query = Readonly<Record<string, string>>
type ActivityQuestion = readonly [name: string, query: Query]

const ofSignatures = (member: string): readonly ActivityQuestion[] => [
  ['as it opens', {}],
  ['a hundred of the oldest', { sort: 'timestamp', size: '100' }],
  ['the page in the middle', { page: String(Math.floor(size / 50)) }],
  ['the last page', { page: String(Math.ceil(size / 25)) }],
  ['a month', { start_date: day(60), end_date: day(30) }],
  ['a quality', { quality: 'QES' }],
  ['a rare quality', { quality: 'PART11' }],
  ['seals', { action: 'SEALED' }],
  ['of a member', { initiator: member }],
  ['of a member, a quality, the page in the middle', { initiator: member, quality: 'AES', page: '20' }],
  ['search: everywhere', { search: 'contract' }],
  ['search: now and then', { search: 'amendment' }],
  ['search: one of 5000 signers', { search: 'signer4321@example.net' }],
  ['search: rare', { search: 'zeppelin' }],
  ['search: nowhere', { search: 'blancmange' }],
  ['search: rare, in a month', { search: 'zeppelin', start_date: day(60), end_date: day(30) }],
  ['search: two letters', { search: 'ze' }],
]
const ofStatistics: readonly ActivityQuestion[] = [
  ['the last 30 days', {}],
  ['a year', { start_date: day(365) }],
  ['all three years', { start_date: day(1096) }],
]

/** What happened in a business with BENCH_ACTIVITIES signatures: lists, figures, and the file of all of them. */
export const activity: Row = {
  name: 'activity',
  run: async (start) => {
    const product = await start()
    const admin = await product.person({ firstName: 'Anna' })
    const pool = new pg.Pool({ ...connectionOf(product.data), max: 1 })
    const client = await pool.connect()
    const account = await client.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [
      admin.email,
    ])
    const id = await fillActivity(client, account.rows[0]?.id ?? '', size)
    const member = await client.query<{ id: string }>('SELECT id FROM people WHERE k = 100')
    client.release()
    await rollUpActivities({ db: openDatabase(pool) })
    await pool.query(
      'VACUUM ANALYZE activities, activity_tallies, activity_changes, accounts, business_members',
    )
    await pool.end()
    const figures: Figure[] = []
    for (const [what, query] of ofSignatures(member.rows[0]?.id ?? ''))
      figures.push(
        await list(`signatures, ${what}`, product, admin, calls.listSignatureActivities, id, query),
      )
    const ofIdentifications: Query[] = [{}, { action: 'FAILED' }, { search: 'number 17' }]
    for (const query of ofIdentifications)
      figures.push(
        await list(
          `identifications, ${Object.values(query).join(' ') || 'as they open'}`,
          product,
          admin,
          calls.listIdentificationActivities,
          id,
          query,
        ),
      )
    figures.push(await list('accounts, as they open', product, admin, calls.listAccountActivities, id, {}))
    for (const [what, query] of ofStatistics)
      figures.push(await list(`statistics of ${what}`, product, admin, calls.getStatistics, id, query))
    return [...figures, ...(await exportAll(product, admin, id))]
  },
}

async function list(
  what: string,
  product: Product,
  admin: Person,
  call:
    | typeof calls.listSignatureActivities
    | typeof calls.listIdentificationActivities
    | typeof calls.listAccountActivities
    | typeof calls.getStatistics,
  id: string,
  query: Query,
): Promise<Figure> {
  const ask = () => product.call(call as typeof calls.getStatistics, { params: { id }, query }, admin.as)
  for (let n = 0; n < warming; n += 1) await ask()
  const took: number[] = []
  for (let n = 0; n < asked; n += 1) took.push((await timed(ask))[0])
  return { what: `${what}: 95th percentile`, measured: percentile(took, 0.95), unit: 'ms', limit: p95Limit }
}

/** The file of all of them: whether it takes more memory the longer it continues, and how long a list takes meanwhile. */
async function exportAll(product: Product, admin: Person, id: string): Promise<Figure[]> {
  const before = memoryOf(product)
  let most = before
  let early = before
  const meanwhile: number[] = []
  const download = new AbortController()
  const others = (async () => {
    while (!download.signal.aborted) {
      const ask = () => product.call(calls.listSignatureActivities, { params: { id }, query: {} }, admin.as)
      meanwhile.push((await timed(ask))[0])
      most = Math.max(most, memoryOf(product))
    }
  })()
  const [took, bytes] = await timed(async () => {
    const address = `${product.url}/v2/businesses/${id}/activities/signatures/export`
    const response = await fetch(address, { headers: { authorization: admin.as } })
    let read = 0
    for await (const chunk of response.body ?? []) {
      read += (chunk as Uint8Array).length
      if (read < 20 * megabyte) early = Math.max(early, memoryOf(product))
    }
    return read
  })
  download.abort()
  await others
  const detail = `${size.toLocaleString('en')} lines, ${Math.round(bytes / megabyte)} MB in ${(took / 1000).toFixed(1)} s; ${Math.round(before)} MB before, ${Math.round(most)} at most`
  return [
    {
      what: 'file of all signatures: memory after the first 20 MB of it',
      measured: most - early,
      unit: 'MB',
      limit: 100,
      detail,
    },
    {
      what: 'a list while the file is written: 95th percentile',
      measured: percentile(meanwhile, 0.95),
      unit: 'ms',
      limit: p95Limit,
    },
  ]
}

/** Resident, in megabytes, as the kernel has it. */
function memoryOf({ process }: Product): number {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
}

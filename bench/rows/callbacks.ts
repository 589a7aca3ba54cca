import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { anApiUser } from '../../apps/api/src/testing/api-user.ts'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import * as businesses from '../../packages/contract/src/businesses.ts'
import type { Figure, Row } from '../row.ts'
import { type CallbackTable, startCallbackTable } from './callback-receiver.ts'
import { connectionOf } from './list-data.ts'

const size = Number(process.env.BENCH_CALLBACKS ?? 10_000)
const kills = Number(process.env.BENCH_KILLS ?? 5)
/** Callbacks of each request. */
const each = 5
/** Each API user has a host of its own: all of them this machine. */
const hosts = Array.from({ length: 8 }, (_, n) => `127.0.0.${n + 2}`)
const atOnce = 100

/**
 * Callbacks to receivers that fail at random, by workers that are killed: each is delivered at least once, each id is once
 * in the receiver's table, and those of one request arrive in order. The ten minutes before a retry are skipped.
 */
export const callbacks: Row = {
  name: 'callbacks',
  dependsOn: ['hash', 'fsync', 'http'],
  onlyByName: true,
  run: async () => {
    const table = await startCallbackTable()
    let product = await startProduct({
      LOG_LEVEL: 'fatal',
      OUTGOING_ALLOWED_HOSTS: hosts.map((host) => `http://${host}:*`).join(','),
    })
    try {
      const requestIds = await makeRequests(product, table.port)
      const began = performance.now()
      const adding = addCallbacks(() => product, requestIds)
      for (let killed = 0; killed < kills; killed += 1) {
        await pause(2000 + Math.random() * 3000)
        await product.kill()
        product = await product.restart()
      }
      await adding
      while ((await countOpen(product)) > 0) await pause(300)
      return await figuresOf(product, table, (performance.now() - began) / 1000)
    } finally {
      await table.close()
      await product.stop()
    }
  },
}

async function figuresOf(product: Product, table: CallbackTable, seconds: number): Promise<Figure[]> {
  const { rows } = await query<{ id: string; state: string; attempts: number }>(
    product,
    'SELECT id, state, attempts FROM callbacks',
    [],
  )
  const missing = rows.filter(({ id, state }) => state !== 'COMPLETED' || !table.ids.has(id)).length
  const known = new Set(rows.map(({ id }) => id))
  const deliveries = [...table.ids.values()]
  const failed = deliveries.reduce((sum, one) => sum + one.failed, 0)
  const repeated = deliveries.reduce((sum, one) => sum + one.deliveries - one.failed - 1, 0)
  const about = `${failed} failed at the receiver, ${repeated} more were sent again after ${kills} kills`
  return [
    {
      what: `of ${rows.length} callbacks not delivered`,
      measured: missing,
      unit: '',
      limit: 0,
      detail: about,
    },
    {
      what: 'ids in the receiver’s table that are none of ours',
      measured: [...table.ids.keys()].filter((id) => !known.has(id)).length + Math.abs(rows.length - size),
      unit: '',
      limit: 0,
    },
    {
      what: 'arrived after a newer one of its request',
      measured: table.outOfOrder.length,
      unit: '',
      limit: 0,
    },
    {
      what: 'delivered, kills and retries included',
      measured: size / seconds,
      unit: '/s',
      limit: 50,
      atLeast: true,
      detail: `${Math.round(seconds)} s`,
    },
  ]
}

/** Requests of eight API users, each with a callback for updates at its own host. */
async function makeRequests(product: Product, port: number): Promise<string[]> {
  const anna = await product.person({ firstName: 'Anna' })
  const body = { name: 'Large AG', gtc: true, dpa: true }
  const business = await product.call(businesses.createBusiness, { body }, anna.as)
  const ids: string[] = []
  for (const host of hosts) {
    const { username } = await anApiUser(product, { admin: anna, businessId: business.id })
    const url = `http://${host}:${port}/update?place=COUNTERSIGN_SIGNATURE_ID`
    const { rows } = await query<{ id: string }>(
      product,
      `WITH made AS (
         INSERT INTO signature_requests (owner_id, title, quality, status)
         SELECT account_id, 'Contract', 'SES', 'OPEN' FROM api_users, generate_series(1, $2) WHERE username = $1 RETURNING id)
       INSERT INTO integration_requests (request_id, api_user_id, api_version, callback_update_url)
       SELECT made.id, u.id, 2, $3 FROM made, api_users u WHERE u.username = $1 RETURNING request_id AS id`,
      [username, Math.ceil(size / each / hosts.length), url],
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids.slice(0, size / each)
}

/** As the trigger adds them, while earlier ones of the same requests are being delivered. */
async function addCallbacks(product: () => Product, requestIds: readonly string[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(requestIds.length / atOnce) }, (_, n) =>
    requestIds.slice(n * atOnce, (n + 1) * atOnce),
  )
  for (let place = 1; place <= each; place += 1)
    for (const batch of batches) {
      const signature = `00000000-0000-0000-0000-${String(place).padStart(12, '0')}`
      // A batch is one transaction: after a kill it is there or not.
      await query(
        product,
        `SELECT add_callback(id, 'UPDATE', $2, now()) FROM unnest($1::uuid[]) AS given (id)
         WHERE NOT EXISTS (SELECT FROM callbacks c WHERE c.request_id = given.id AND c.signature_id = $2)`,
        [batch, signature],
      )
    }
}

/** How many wait; those that wait for their ten minutes wait no longer. */
async function countOpen(product: Product): Promise<number> {
  await query(product, "UPDATE callbacks SET due_at = now() WHERE state = 'OPEN' AND due_at > now()", [])
  const { rows } = await query<{ open: string }>(
    product,
    "SELECT count(*) AS open FROM callbacks WHERE state = 'OPEN'",
    [],
  )
  return Number(rows[0]?.open)
}

/** On a connection of its own, again until the database is there: it goes and comes with the product. */
async function query<Result extends pg.QueryResultRow>(
  product: Product | (() => Product),
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Result>> {
  for (let tries = 1; ; tries += 1) {
    const { data } = typeof product === 'function' ? product() : product
    try {
      const client = new pg.Client(connectionOf(data))
      client.on('error', () => {})
      await client.connect()
      try {
        return await client.query<Result>(text, [...values])
      } finally {
        await client.end()
      }
    } catch (error) {
      if (tries === 300) throw error
      await pause(100)
    }
  }
}

import pg from 'pg'
import { listPlanning } from '../../apps/api/src/platform/db/connect.ts'
import { listStatement } from '../../apps/api/src/signing/signature-requests/lists/list-repository.ts'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import { listSignatureRequests } from '../../packages/contract/src/signature-requests.ts'
import { keepAsking } from '../poll-address.ts'
import { type Figure, percentile, type Row, timed } from '../row.ts'
import { connectionOf, growTo } from './list-data.ts'
import { parametersOf, queryOf, type ListQuestion, questions } from './list-questions.ts'

const most = Number(process.env.BENCH_REQUESTS ?? 100_000)
const clients = 16
const milliseconds = 5000
/** Of each way of asking, after some that nobody counts. */
const asked = 60
const warming = 15
const p95Limit = 20
/** As many as the product has. */
const connections = 10

/** What one way of asking takes, in milliseconds at the 95th percentile: by a call, and as the bare statement. */
interface Point {
  readonly size: number
  readonly call: number
  readonly raw: number
}

/**
 * Lists of two people among ever more requests, from 1,000 to BENCH_REQUESTS: each way of asking with its curve, and how
 * many lists a second the dashboard as it opens can be asked for.
 */
export const list: Row = {
  name: 'list',
  dependsOn: ['hash', 'http'],
  run: async (start) => {
    const product = await start()
    const large = await product.person({ firstName: 'Lara', email: 'large@example.org' })
    const usual = await product.person({ firstName: 'Ursula', email: 'usual@example.org' })
    const data = connectionOf(product.data)
    const asLists = { ...data, options: listPlanning.map((setting) => `-c ${setting}`).join(' ') }
    const [client, lists] = [new pg.Client(data), new pg.Client(asLists)]
    for (const one of [client, lists]) {
      one.on('error', () => {})
      await one.connect()
    }
    const readers = { large: await idOf(client, large), usual: await idOf(client, usual) }
    const curves = new Map<string, Point[]>()
    let size = 0
    for (let next = 1000; next <= most; next *= 10) {
      await growTo(client, size, next, readers)
      size = next
      for (const question of questions) {
        const call = await callsOf(product, large, question)
        const raw = await statementsOf(lists, readers.large, question)
        curves.set(question[0], [...(curves.get(question[0]) ?? []), { size, call, raw }])
      }
    }
    await client.end()
    await lists.end()
    return [
      ...(await rateOf(product, asLists, 'two hundred own', usual, readers.usual)),
      ...(await rateOf(product, asLists, 'a tenth of all', large, readers.large)),
      ...[...curves].map(([what, points]) => curve(what, points)),
    ]
  },
}

async function idOf(client: pg.Client, person: Person): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM accounts WHERE email = $1', [
    person.email,
  ])
  return rows[0]?.id ?? ''
}

async function callsOf(product: Product, person: Person, [, query]: ListQuestion): Promise<number> {
  const given = { query: parametersOf(query) as never }
  return slowest(() => product.call(listSignatureRequests, given, person.as))
}

async function statementsOf(
  client: pg.Client,
  accountId: string,
  [name, query]: ListQuestion,
): Promise<number> {
  const statement = { name, ...listStatement({ viewerId: accountId }, queryOf(query)) }
  return slowest(() => client.query(statement))
}

async function slowest(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < warming; n += 1) await work()
  const took: number[] = []
  for (let n = 0; n < asked; n += 1) took.push((await timed(work))[0])
  return percentile(took, 0.95)
}

function curve(what: string, points: readonly Point[]): Figure {
  const shown = ({ size, call, raw }: Point) =>
    `${size.toLocaleString('en')}: ${call.toFixed(1)}, raw ${raw.toFixed(1)}`
  return {
    what: `list, ${what}: 95th percentile`,
    measured: points.at(-1)?.call ?? Number.NaN,
    unit: 'ms',
    limit: p95Limit,
    detail: points.map(shown).join('; '),
  }
}

/** The dashboard as it opens, by many at once; beside it the statement alone, by as many connections as the product has. */
async function rateOf(
  product: Product,
  data: pg.ClientConfig,
  whose: string,
  person: Person,
  id: string,
): Promise<Figure[]> {
  const opens = questions[1]?.[1] ?? {}
  const address = new URL(listSignatureRequests.path, product.url)
  address.search = new URLSearchParams(parametersOf(opens)).toString()
  const asked = { url: address.href, headers: { authorization: person.as } }
  const calls = await byAllClients((until) => keepAsking(asked, until))
  const pool = new pg.Pool({ ...data, max: connections })
  const statement = { name: 'list', ...listStatement({ viewerId: id }, queryOf(opens)) }
  const raw = await byAllClients(async (until) => {
    const times: number[] = []
    while (performance.now() < until) times.push((await timed(() => pool.query(statement)))[0])
    return times
  })
  await pool.end()
  const perSecond = (times: number[]) => times.length / (milliseconds / 1000)
  return [
    {
      what: `list of ${whose}, as the dashboard opens`,
      measured: perSecond(calls),
      unit: '/s',
      limit: 1500,
      atLeast: true,
      peer: '62–102/s',
      detail: `${most.toLocaleString('en')} requests, ${clients} clients, one statement, the session's included; the bare one ${Math.round(perSecond(raw))}/s`,
    },
    {
      what: `list of ${whose}, 95th percentile`,
      measured: percentile(calls, 0.95),
      unit: 'ms',
      limit: p95Limit,
      detail: `the bare statement ${percentile(raw, 0.95).toFixed(1)} ms`,
    },
  ]
}

/** Once for practice, which nobody counts, then for good. */
async function byAllClients(work: (until: number) => Promise<number[]>): Promise<number[]> {
  const all = (lasting: number) =>
    Promise.all(Array.from({ length: clients }, () => work(performance.now() + lasting)))
  await all(milliseconds / 5)
  return (await all(milliseconds)).flat()
}

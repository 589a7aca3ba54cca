import pg from 'pg'
import { anApiUser } from '../../apps/api/src/testing/api-user.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { startProduct, type Product } from '../../apps/api/src/testing/product.ts'
import * as businesses from '../../packages/contract/src/businesses.ts'
import {
  createRequestV2,
  listRequestsV2,
} from '../../packages/contract/src/integration/signature-requests.ts'
import { listSignatureRequests } from '../../packages/contract/src/signature-requests.ts'
import { keepAsking } from '../poll-address.ts'
import { type Figure, percentile, type Row, timed } from '../row.ts'
import { connectionOf } from './list-data.ts'

const own = 10_000
const creators = 4
const readers = 16
const milliseconds = 5000

/** What programs do most: creating and sending a request of ten pages by one call of `/v2`, and looking through their own. */
export const integration: Row = {
  name: 'integration',
  dependsOn: ['hash', 'http'],
  run: async () => {
    const product = await startProduct({ LOG_LEVEL: 'error', API_USER_REQUESTS_PER_MINUTE: '1000000' })
    try {
      const anna = await product.person({ firstName: 'Anna' })
      const body = { name: 'Rent AG', gtc: true, dpa: true }
      const { id: businessId } = await product.call(businesses.createBusiness, { body }, anna.as)
      const program = await anApiUser(product, { admin: anna, businessId })
      const created = await creation(product, program.as)
      await addRequests(product, program.username, anna.email)
      return [...created, ...(await lists(product, program.as, anna.as))]
    } finally {
      await product.stop()
    }
  },
}

async function creation(product: Product, as: string): Promise<Figure[]> {
  const content = aPdf({ pages: 10 }).toString('base64')
  const times: number[] = []
  const create = async (until: number) => {
    while (performance.now() < until) {
      const email = `signer.${crypto.randomUUID()}@example.org`
      const signatures = [{ signer_identity_data: { email_address: email } }]
      const body = { quality: 'SES' as const, title: 'Rental contract', content, signatures }
      times.push((await timed(() => product.call(createRequestV2, { body }, as)))[0])
    }
  }
  const all = (lasting: number) =>
    Promise.all(Array.from({ length: creators }, () => create(performance.now() + lasting)))
  await all(milliseconds / 5)
  times.length = 0
  await all(milliseconds)
  return [
    {
      what: 'create and send 10 pages through /v2',
      measured: times.length / (milliseconds / 1000),
      unit: '/s',
      limit: 20,
      atLeast: true,
      dependsOn: ['hash', 'fsync', 'http'],
      detail: `${creators} clients, one signer each, invitations included`,
    },
    {
      what: 'create and send through /v2, 95th percentile',
      measured: percentile(times, 0.95),
      unit: 'ms',
      limit: 400,
      dependsOn: ['hash', 'fsync', 'http'],
    },
  ]
}

/** Signature requests as creating them leaves them, for the program and for a person: half each. */
async function addRequests(product: Product, username: string, email: string): Promise<void> {
  const client = new pg.Client(connectionOf(product.data))
  await client.connect()
  try {
    for (const owner of [username, email]) await addRequestsOf(client, owner)
    await client.query('VACUUM ANALYZE signature_requests, signatures, request_access')
  } finally {
    await client.end()
  }
}

async function addRequestsOf(client: pg.Client, owner: string): Promise<void> {
  await client.query(
    `WITH made AS (
         INSERT INTO signature_requests (owner_id, title, quality, status, created_at, updated_at)
         SELECT a.id, 'Contract ' || n, 'SES', 'OPEN', now() - n * interval '1 minute', now() - n * interval '1 minute'
         FROM accounts a, generate_series(1, $2) n WHERE a.email = $1 RETURNING id, owner_id, title, created_at
       ), asked AS (
         INSERT INTO signatures (request_id, email, position, sequence, language, status)
         SELECT id, 'signer@example.org', 0, -1, 'en', 'OPEN' FROM made)
       INSERT INTO request_access (account_id, request_id, is_owner, status, owner_email, title, created_at, updated_at)
       SELECT owner_id, id, true, 'WAITING', $1, title, created_at, created_at FROM made`,
    [owner, own],
  )
}

/** The same page of 25 through `/v2` and as the web app asks for it. */
async function lists(product: Product, program: string, person: string): Promise<Figure[]> {
  const v2 = await rate(`${product.url}${listRequestsV2.path}?page_size=25`, program)
  const web = await rate(`${product.url}${listSignatureRequests.path}?size=25&sort_by=created_at`, person)
  const perSecond = (times: number[]) => times.length / (milliseconds / 1000)
  return [
    {
      what: 'list of 25 requests through /v2',
      measured: perSecond(v2),
      unit: '/s',
      limit: perSecond(web),
      atLeast: true,
      peer: `the web app’s list ${Math.round(perSecond(web))}/s`,
      detail: `${own.toLocaleString('en')} requests, ${readers} clients`,
    },
    {
      what: 'list of 25 requests through /v2, 95th percentile',
      measured: percentile(v2, 0.95),
      unit: 'ms',
      limit: 20,
      detail: `the web app’s ${percentile(web, 0.95).toFixed(1)} ms`,
    },
  ]
}

async function rate(url: string, as: string): Promise<number[]> {
  const all = (lasting: number) =>
    Promise.all(
      Array.from({ length: readers }, () =>
        keepAsking({ url, headers: { authorization: as } }, performance.now() + lasting),
      ),
    )
  await all(milliseconds / 5)
  return (await all(milliseconds)).flat()
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { listSignatureRequests } from '../../packages/contract/src/signature-requests.ts'
import { percentile, type Row, timed } from '../row.ts'

const requests = Number(process.env.BENCH_REQUESTS ?? 100_000)
const people = Math.max(10, requests / 10)
const clients = 16
const milliseconds = 5000

/** The dashboard's list for one of many people, 16 clients at once, over data made in the database. */
export const list: Row = {
  name: 'list',
  run: async (start) => {
    const product = await start()
    const ben = await product.person({ firstName: 'Ben' })
    await makeData(product.data, ben.email)
    const times: number[] = []
    const until = performance.now() + milliseconds
    const ask = async () => {
      while (performance.now() < until)
        times.push((await timed(() => product.call(listSignatureRequests, {}, ben.as)))[0])
    }
    await Promise.all(Array.from({ length: clients }, ask))
    const detail = `${requests.toLocaleString('en')} requests, ${clients} clients, 2 statements with the session's`
    return [
      {
        what: 'list of a user’s requests',
        measured: times.length / (milliseconds / 1000),
        unit: '/s',
        limit: 1500,
        atLeast: true,
        peer: '62–102/s',
        detail,
      },
      { what: 'list, 95th percentile', measured: percentile(times, 0.95), unit: 'ms', limit: 20 },
    ]
  },
}

/** As a change of a request writes it, with two signers and a document. */
const summary = `'{"document_names": ["Contract.pdf"], "signature_count": 2, "signature_count_signed": 0, "signers": [
  {"email": "signer0@example.net", "status_code": "OPEN", "name": "Signer Zero"},
  {"email": "signer1@example.net", "status_code": "OPEN", "name": "Signer One"}]}'::jsonb`

async function makeData(data: string, email: string): Promise<void> {
  const client = new pg.Client(connectionOf(data))
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `INSERT INTO accounts (email, first_name, last_name)
    SELECT 'person' || n || '@example.org', 'Person', 'Number ' || n FROM generate_series(1, $1::int) n`,
    [people],
  )
  await client.query(`CREATE TEMP TABLE owners AS SELECT id, email, row_number() OVER () AS n FROM accounts`)
  await client.query(
    `INSERT INTO signature_requests (id, owner_id, title, quality, status, created_at, updated_at, summary)
    SELECT gen_random_uuid(), o.id, 'Contract ' || k, 'SES', 'OPEN', now() - k * interval '1 minute', now() - k * interval '1 minute', ${summary}
    FROM generate_series(1, $1::int) k JOIN owners o ON o.n = 1 + k % $2::int`,
    [requests, people],
  )
  await client.query(
    `INSERT INTO signature_requests (owner_id, title, quality, status, summary)
    SELECT o.id, 'Mine ' || k, 'SES', 'OPEN', ${summary} FROM generate_series(1, 200) k, owners o WHERE o.email = $1`,
    [email],
  )
  await client.query(`INSERT INTO signatures (request_id, position, email, language, status)
    SELECT r.id, p, 'signer' || p || '@example.net', 'en', 'OPEN' FROM signature_requests r, generate_series(0, 1) p`)
  await client.query(`INSERT INTO request_access (account_id, request_id, is_owner, status, owner_email, title, created_at, updated_at)
    SELECT r.owner_id, r.id, true, 'WAITING', o.email, r.title, r.created_at, r.updated_at
    FROM signature_requests r JOIN owners o ON o.id = r.owner_id ON CONFLICT DO NOTHING`)
  await client.query('VACUUM ANALYZE signature_requests, signatures, request_access, accounts')
  await client.end()
}

/** The running database, by what its server writes down: line 4 its port, line 5 the folder of its socket. */
function connectionOf(data: string): pg.ClientConfig {
  const lines = readFileSync(join(data, 'pg18', 'postmaster.pid'), 'utf8').split('\n')
  return { host: lines[4], port: Number(lines[3]), user: 'countersign_owner', database: 'postgres' }
}

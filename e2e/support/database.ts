import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Product } from '../../apps/api/src/testing/product.ts'

/** What no front door does, such as making an account older than it is. */
export async function asOwner(
  product: Pick<Product, 'data'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const client = await connect(product)
  try {
    return await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

/** Changes of this request wait until what is answered is called. */
export async function holdChanges(product: Pick<Product, 'data'>, id: string): Promise<() => Promise<void>> {
  const client = await connect(product)
  await client.query('BEGIN')
  await client.query('SELECT FROM signature_requests WHERE id = $1 FOR UPDATE', [id])
  return () => client.end()
}

async function connect({ data }: Pick<Product, 'data'>): Promise<pg.Client> {
  // By what the server writes down: line 4 its port, line 5 the folder of its socket.
  const lines = readFileSync(join(data, 'pg18', 'postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'countersign_owner',
    database: 'postgres',
  })
  await client.connect()
  return client
}

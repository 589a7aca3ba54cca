import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Product } from '../product.ts'

/** What no front door does, such as making an account older than it is. */
export async function asOwner(
  product: Pick<Product, 'data'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const client = await connectAsOwner(product)
  try {
    return await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

export async function connectAsOwner({ data }: Pick<Product, 'data'>): Promise<pg.Client> {
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

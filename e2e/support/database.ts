import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Product } from '../../apps/api/src/testing/product.ts'

/** What no front door does, such as making an account older than it is. */
export async function asOwner(
  { data }: Pick<Product, 'data'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  // By what the server writes down: line 4 its port, line 5 the folder of its socket.
  const lines = readFileSync(join(data, 'pg18', 'postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'countersign_owner',
    database: 'postgres',
  })
  await client.connect()
  try {
    return await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

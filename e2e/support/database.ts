import type { Product } from '../../apps/api/src/testing/product.ts'
import { connectAsOwner } from '../../apps/api/src/testing/connections/product-database.ts'

export { asOwner } from '../../apps/api/src/testing/connections/product-database.ts'

/** Changes of this request wait until what is answered is called. */
export async function holdChanges(product: Pick<Product, 'data'>, id: string): Promise<() => Promise<void>> {
  const client = await connectAsOwner(product)
  await client.query('BEGIN')
  await client.query('SELECT FROM signature_requests WHERE id = $1 FOR UPDATE', [id])
  return () => client.end()
}

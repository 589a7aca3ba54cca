import type { Product } from '../../../apps/api/src/testing/product.ts'

/** In the link of the next mail about that. */
export async function mailedToken(product: Product, email: string, about: RegExp): Promise<string> {
  const { links } = await product.inbox.next(email, about)
  const link = links.find((one) => one.includes('token='))
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

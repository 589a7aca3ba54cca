import type { z } from 'zod/mini'
import { PaymentFailed } from '../port.ts'
import type { StripeClient } from './client.ts'
import { pageOf } from './shapes.ts'

export const pageSize = 100
const mostPages = 100

/** All of a list, page after page. */
export async function listAll<T extends { readonly id: string }>(
  client: StripeClient,
  shape: z.ZodMiniType<T>,
  fetchPage: (page: { limit: number; starting_after?: string }) => Promise<unknown>,
): Promise<T[]> {
  const all: T[] = []
  for (let count = 0; count < mostPages; count += 1) {
    const last = all.at(-1)
    const page = await client.ask(
      pageOf(shape),
      fetchPage({ limit: pageSize, ...(last ? { starting_after: last.id } : {}) }),
    )
    all.push(...page.data)
    if (!page.has_more || page.data.length === 0) return all
  }
  throw new PaymentFailed('answer_invalid', 'STRIPE', 'a list without an end')
}

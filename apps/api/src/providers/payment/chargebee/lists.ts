import type { z } from 'zod/mini'
import { PaymentFailed } from '../port.ts'
import type { ChargebeeClient } from './client.ts'
import { listOf } from './shapes.ts'

const mostPages = 100

/** All of a list, page after page. */
export async function listAll<T>(
  client: ChargebeeClient,
  shape: z.ZodMiniType<T>,
  fetchPage: (page: { limit: number; offset?: string }) => Promise<unknown>,
): Promise<T[]> {
  const all: T[] = []
  let offset: string | undefined
  for (let count = 0; count < mostPages; count += 1) {
    const { list, next_offset } = await client.ask(
      listOf(shape),
      fetchPage({ limit: 100, ...(offset === undefined ? {} : { offset }) }),
    )
    all.push(...list)
    if (next_offset == null) return all
    offset = next_offset
  }
  throw new PaymentFailed('answer_invalid', 'CHARGEBEE', 'a list without an end')
}

import { setTimeout as pause } from 'node:timers/promises'
import { sign } from '../../packages/contract/src/signing.ts'
import type { Product } from '../../apps/api/src/testing/product.ts'
import type { Order } from './prepare-orders.ts'

export interface Pace {
  /** Signatures a second. */
  readonly rate: number
  readonly seconds: number
  /** Calls at a time, at most. */
  readonly clients: number
}

export interface SignedCall {
  /** Milliseconds since the clock started, at the response. */
  readonly at: number
  /** From the call to the response. */
  readonly took: number
  /** How long after its time the call was made, because all clients were waiting. */
  readonly late: number
  /** Null where it was signed. */
  readonly failure: string | null
}

/**
 * Makes a call whenever one is due. While all clients wait for responses, none is made, and those that are due are made up for
 * as soon as possible: under a load that the product can’t take this is a closed loop of so many clients.
 */
export async function signSteadily(
  product: Product,
  orders: readonly Order[],
  { rate, seconds, clients }: Pace,
): Promise<SignedCall[]> {
  const calls: SignedCall[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  let next = 0
  const client = async () => {
    while (next < orders.length) {
      const due = began + (next * 1000) / rate
      const order = orders[next]
      if (!order || Math.max(due, performance.now()) >= until) return
      next += 1
      await pause(Math.max(0, due - performance.now()))
      const sent = performance.now()
      const failure = await signOne(product, order)
      const answered = performance.now()
      calls.push({ at: answered - began, took: answered - sent, late: sent - due, failure })
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return calls
}

async function signOne(product: Product, { requestId, as }: Order): Promise<string | null> {
  const body = { signatureRequests: [{ signatureRequestId: requestId }] }
  const reply = await product.ask(sign, { body }, as).catch((error: unknown) => String(error))
  if (typeof reply === 'string') return reply
  if (!reply.ok) return `${reply.status} ${reply.error.key}`
  const status = reply.body.signatures[0]?.status
  return status === 'SIGNED' ? null : String(status)
}

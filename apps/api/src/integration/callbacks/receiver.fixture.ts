import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'

export interface Delivery {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: { readonly id: string; readonly type: string; readonly signature_request_id: string }
}

/** What it answers: a status, with headers, or null to let the caller wait until it gives up. */
export type Answer = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly text?: string
} | null

export interface CallbackReceiver {
  readonly url: string
  readonly deliveries: Delivery[]
  /** The next ones and all that follow get this answer. */
  answer(by: (delivery: Delivery) => Answer | Promise<Answer>): void
  /** Waits for so many in all. */
  received(count: number): Promise<Delivery[]>
  close(): Promise<void>
}

/** An API user's own system: a real HTTP server that keeps what it is sent. */
export async function startCallbackReceiver(host = '127.0.0.1'): Promise<CallbackReceiver> {
  const deliveries: Delivery[] = []
  let answer: (delivery: Delivery) => Answer | Promise<Answer> = () => ({ status: 204 })
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const { url = '', headers } = request
    const delivery = { url, headers, text, body: JSON.parse(text) as Delivery['body'] }
    deliveries.push(delivery)
    const given = await answer(delivery)
    if (given) response.writeHead(given.status, given.headers).end(given.text)
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    deliveries,
    answer: (by) => void (answer = by),
    received: async (count) => {
      await expect.poll(() => deliveries.length, { interval: 20 }).toBeGreaterThanOrEqual(count)
      return deliveries
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

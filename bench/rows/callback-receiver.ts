import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver's table of the callbacks it was sent, by id, and what went wrong. */
export interface CallbackTable {
  readonly port: number
  readonly ids: Map<string, { deliveries: number; failed: number }>
  /** Of a request that an older callback arrived after a newer one. */
  readonly outOfOrder: string[]
  /** The share that fails: with 500, without an answer, or by a broken connection. */
  failures: number
  close(): Promise<void>
}

interface Body {
  readonly id: string
  readonly signature_request_id: string
}

/** On every address of this machine, so that each name of the loopback network is a host of its own. */
export async function startCallbackTable(): Promise<CallbackTable> {
  const ids: CallbackTable['ids'] = new Map()
  const outOfOrder: string[] = []
  const newest = new Map<string, number>()
  const table = { ids, outOfOrder, failures: 0.03 }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Body
    // The end of the signature's id in the URL is its place among the callbacks of its request.
    const place = Number((request.url ?? '').slice(-12))
    if (place < (newest.get(body.signature_request_id) ?? 0)) outOfOrder.push(body.id)
    newest.set(body.signature_request_id, place)
    const kept = ids.get(body.id) ?? { deliveries: 0, failed: 0 }
    kept.deliveries += 1
    ids.set(body.id, kept)
    if (Math.random() >= table.failures) return void response.writeHead(204).end()
    kept.failed += 1
    const how = Math.random()
    if (how < 0.6) response.writeHead(500).end('Down')
    else if (how < 0.99) request.socket.destroy()
    // The rest waits for longer than anyone does.
  }
  const server = createServer((request, response) => {
    take(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  return Object.assign(table, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

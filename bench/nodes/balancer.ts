import { once } from 'node:events'
import { createServer, type IncomingMessage, request as startRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A load balancer as the documentation asks for: round robin, /readyz as health check, and few repetitions. */
export interface Balancer {
  readonly url: string
  /** How many calls found a node that refused the connection and went to another one. */
  repeated(): number
  close(): Promise<void>
}

const checkEvery = 500
const checkPatience = 2_000

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const healthy = new Set<number>()
  let next = 0
  let repeated = 0
  const timers = ports.map((port) => {
    const check = async () => {
      const signal = AbortSignal.timeout(checkPatience)
      const isUp = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isUp) healthy.add(port)
      else healthy.delete(port)
    }
    void check()
    return setInterval(() => void check(), checkEvery)
  })

  /** Those that are healthy, in turn; where none is, all of them: one may be wrong about itself. */
  function order(): number[] {
    const all = healthy.size > 0 ? ports.filter((port) => healthy.has(port)) : [...ports]
    next += 1
    return all.map((_, index) => all[(index + next) % all.length] as number)
  }
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const candidates = order()
    for (const [index, port] of candidates.entries()) {
      try {
        return await passOn(incoming, outgoing, { port, body })
      } catch (error) {
        const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        if (isRefused) healthy.delete(port)
        const mayRepeat = (isRefused || incoming.method === 'GET') && !outgoing.headersSent
        if (!mayRepeat || index === candidates.length - 1) break
        repeated += 1
      }
    }
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  }
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repeated: () => repeated,
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Without connections that are kept: one that a stopping node closes at the same moment would fail a call. */
function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, body }: { readonly port: number; readonly body: Buffer },
): Promise<void> {
  const { connection: _, 'transfer-encoding': __, ...headers } = incoming.headers
  return new Promise((resolve, reject) => {
    const call = startRequest(
      {
        host: '127.0.0.1',
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, 'content-length': body.length, 'x-forwarded-for': '127.0.0.1' },
        agent: false,
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('error', reject)
        answer.once('aborted', () => reject(new Error('the node broke off its answer')))
        answer.once('end', () => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts))
          resolve()
        })
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}

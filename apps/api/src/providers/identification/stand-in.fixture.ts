import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server that answers in this way, and what it heard. */
export async function withServer(
  answer: RequestListener,
  work: (met: { url: string; heard: ReceivedRequest[] }) => Promise<void>,
): Promise<void> {
  const heard: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const { method = '', url: path = '', headers } = request
      heard.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

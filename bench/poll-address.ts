import { connect } from 'node:net'
import { once } from 'node:events'

/** What a client needs to know of an address that it asks again and again. */
export interface PolledAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Asks the same address over one connection until the time is over, and gives how long each answer took, in milliseconds.
 * It reads no more of an answer than it has to: what a client of ours does with it is not what is measured. Throws where an
 * answer is not 200.
 */
export async function keepAsking({ url, headers }: PolledAddress, until: number): Promise<number[]> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const times: number[] = []
  const answers = readAnswers(socket)
  try {
    while (performance.now() < until) {
      const began = performance.now()
      socket.write(request)
      await answers.next()
      times.push(performance.now() - began)
    }
  } finally {
    socket.destroy()
  }
  return times
}

/** Each time a whole answer has come, by its Content-Length. */
async function* readAnswers(socket: AsyncIterable<Buffer>): AsyncGenerator<void> {
  let head = ''
  let missing = -1
  for await (const chunk of socket) {
    if (missing < 0) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) continue
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, end))
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4)
    } else missing -= chunk.length
    if (missing > 0) continue
    head = ''
    missing = -1
    yield
  }
}

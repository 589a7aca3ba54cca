import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readAllowedHost } from '#api/platform/settings/allowed-hosts.ts'
import { openTlsIdentities } from '../../../../sandbox/src/pki/tls-identities.ts'
import { type NameServer, openNameServer } from '#api/platform/host-names/name-server.fixture.ts'
import { openOutgoingRequests, type OutgoingSettings } from './outgoing-requests.ts'
import type { OutgoingOptions, OutgoingRequests } from './port.ts'
import { queryAddresses } from '#api/platform/host-names/query-addresses.ts'

const tls = openTlsIdentities(undefined, '127.0.0.1')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** A listener on this machine; resolves to its port. */
async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** A service that is inside, and counts who gets through to it. */
async function inside(): Promise<{ readonly port: number; readonly reached: () => number }> {
  let reached = 0
  const port = await listen(createTcpServer((socket) => void (reached++, socket.end())))
  return { port, reached: () => reached }
}

/** A server without TLS that the operator allows. */
async function allowed(answer: RequestListener): Promise<{ readonly url: string; readonly host: string }> {
  const port = await listen(createServer(answer))
  return { url: `http://127.0.0.1:${port}/`, host: `http://127.0.0.1:${port}` }
}

const open = (hosts: readonly string[] = [], settings: Partial<OutgoingSettings> = {}): OutgoingRequests =>
  openOutgoingRequests({
    allowedHosts: hosts.map((host) => readAllowedHost(host)!),
    authorities: tls.rootPem,
    connectTimeoutMs: 1000,
    ...settings,
  })

async function fetched(answer: RequestListener, options?: OutgoingOptions) {
  const { url, host } = await allowed(answer)
  return open([host]).fetch(url, options)
}

describe('a name', () => {
  // Of a block that nobody has been given: public by its form, and not to be reached from anywhere.
  const unreachable = '2d00::1'
  let names: NameServer
  let answers: readonly string[] | null
  let service: Awaited<ReturnType<typeof inside>>

  beforeEach(async () => {
    answers = []
    const server = await openNameServer(() => answers)
    closing.push(() => server.close())
    names = server
    service = await inside()
  })
  const guarded = () => open([], { resolve: queryAddresses([names.address]) })
  const call = () => guarded().fetch(`https://hooks.example:${service.port}/`)

  test.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['::1'],
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::1'],
    ['fe80::1'],
    ['fd00::1'],
    ['127.0.0.1', unreachable],
    [unreachable, '127.0.0.1'],
    [unreachable, '::1'],
  ])('that resolves to %s is refused', async (...resolved) => {
    answers = resolved
    await expect(call()).rejects.toMatchObject({ reason: 'address_refused' })
    expect(service.reached()).toBe(0)
  })

  test('that changes its address after a check reaches nothing inside: what was checked is connected to', async () => {
    let questions = 0
    const flips = await openNameServer(() => (questions++ % 4 < 2 ? [unreachable] : ['127.0.0.1']))
    closing.push(() => flips.close())
    const requests = open([], { resolve: queryAddresses([flips.address]), connectTimeoutMs: 200 })
    const reasons: string[] = []
    for (let count = 0; count < 10; count++) {
      const call = requests.fetch(`https://hooks.example:${service.port}/`)
      reasons.push(await call.then(String, (error: { reason: string }) => error.reason))
    }
    expect(reasons.filter((reason) => reason === 'address_refused')).toHaveLength(5)
    expect(reasons).toEqual(
      reasons.map(() => expect.stringMatching(/^(unreachable|timed_out|address_refused)$/)),
    )
    // Resolved once for each request, as IPv4 and as IPv6: there is no second answer that could be another.
    expect(flips.asked).toHaveLength(20)
    expect(service.reached()).toBe(0)
  })

  test('that changes its address would get through where a check comes before: the trap works', async () => {
    const resolve = queryAddresses([names.address])
    answers = [unreachable]
    const checked = await resolve('hooks.example')
    answers = ['127.0.0.1']
    const [connected = ''] = await resolve('hooks.example')
    await once(connect(service.port, connected), 'close')
    expect(checked).toEqual([unreachable])
    expect(service.reached()).toBe(1)
  })

  test('that has no address, or whose name server doesn’t answer, is unreachable', async () => {
    await expect(call()).rejects.toMatchObject({ reason: 'unreachable' })
    answers = null
    await expect(call()).rejects.toMatchObject({ reason: 'timed_out' })
  })

  test('with hundreds of addresses is refused', async () => {
    const many = Array.from({ length: 65 }, (_, count) => `2d00::${count.toString(16)}`)
    const requests = open([], { resolve: async () => many })
    await expect(requests.fetch('https://hooks.example/')).rejects.toMatchObject({
      reason: 'address_refused',
    })
  })
})

describe('a redirect', () => {
  const statuses = [301, 302, 303, 307, 308]
  const forms = [
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://127.1:PORT/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://inside.example:PORT/',
    'https://user@127.0.0.1:PORT/',
    'file:///etc/passwd',
    'https://',
  ]
  const cases = statuses.flatMap((status) => forms.map((form) => [status, form] as const))

  test.each(cases)('%i to %s is refused', async (status, form) => {
    const service = await inside()
    const location = form.replace('PORT', String(service.port))
    const { url, host } = await allowed((request, response) =>
      // The second of a chain leads inside.
      response.writeHead(status, { location: request.url === '/' ? '/second' : location }).end(),
    )
    const requests = open([host], { resolve: async () => ['127.0.0.1'] })
    const call = requests.fetch(url, { method: 'POST', body: 'secret', redirects: 5 })
    await expect(call).rejects.toMatchObject({
      reason: expect.stringMatching(/^(address_refused|host_refused|not_https|credentials|malformed)$/),
    })
    expect(service.reached()).toBe(0)
  })

  test('that leaves TLS is refused, even to a host that is allowed without', async () => {
    const service = await inside()
    const { certificate: cert, key } = tls.server
    const secure = await listen(
      createTlsServer({ cert, key }, (_request, response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${service.port}/` }).end(),
      ),
    )
    const requests = open([`127.0.0.1:${secure}`, `http://127.0.0.1:${service.port}`])
    const call = requests.fetch(`https://127.0.0.1:${secure}/`, { redirects: 1 })
    await expect(call).rejects.toMatchObject({ reason: 'not_https' })
    expect(service.reached()).toBe(0)
  })

  test('is followed as often as was said, and not at all by default', async () => {
    let hops = 0
    const endless: RequestListener = (_request, response) =>
      response.writeHead(302, { location: `/${hops++}` }).end('elsewhere')
    await expect(fetched(endless, { redirects: 3 })).rejects.toMatchObject({ reason: 'too_many_redirects' })
    expect(hops).toBe(4)
    const answer = await fetched(endless)
    expect(answer).toMatchObject({ status: 302, headers: { location: '/4' }, body: Buffer.from('elsewhere') })
  })

  test.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'a=b'],
    [308, 'POST', 'a=b'],
  ])('%i makes a %s of a POST', async (status, method, body) => {
    const answer = await fetched(
      (request, response) => {
        if (request.url === '/') return response.writeHead(status, { location: '/next' }).end()
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        return request.on('end', () => response.end(`${request.method} ${Buffer.concat(chunks).toString()}`))
      },
      {
        method: 'POST',
        body: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        redirects: 1,
      },
    )
    expect(answer.body.toString()).toBe(`${method} ${body}`)
    expect(answer.url).toMatch(/\/next$/)
  })

  test('to another host takes no credentials along', async () => {
    const echo: RequestListener = (request, response) => response.end(JSON.stringify(request.headers))
    const other = await allowed(echo)
    const first = await allowed((request, response) =>
      request.url === '/' ? response.writeHead(302, { location: other.url }).end() : echo(request, response),
    )
    const headers = { authorization: 'Bearer secret', 'webhook-signature': 'v1,x', accept: 'application/pdf' }
    const { body } = await open([first.host, other.host]).fetch(first.url, { headers, redirects: 1 })
    const seen = JSON.parse(body.toString()) as object
    expect(seen).toMatchObject({ accept: 'application/pdf' })
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['authorization']))
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['webhook-signature']))
  })
})

describe('a response', () => {
  const zeros = Buffer.alloc(50 * 1024 * 1024)

  test('that comes a byte at a time is left when its time is over', async () => {
    const trickle: RequestListener = (_request, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    }
    await expect(fetched(trickle, { timeoutMs: 300 })).rejects.toMatchObject({ reason: 'timed_out' })
  })

  test('whose headers never end is left when its time is over', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        const timer = setInterval(() => socket.write('x-a: b\r\n'), 20)
        socket.write('HTTP/1.1 200 OK\r\n')
        socket.on('close', () => clearInterval(timer))
      }),
    )
    const call = open([`http://127.0.0.1:${port}`]).fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 300 })
    await expect(call).rejects.toMatchObject({ reason: 'timed_out' })
  })

  test('that never ends is left when it is too large', async () => {
    let written = 0
    const endless: RequestListener = (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(zeros.subarray(0, 65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    }
    await expect(fetched(endless, { maxBytes: 100_000 })).rejects.toMatchObject({ reason: 'too_large' })
    // What is in the buffers of two sockets, and not what a server can send until then.
    expect(written).toBeLessThan(zeros.length)
  })

  test('that says it is too large is not read', async () => {
    const large: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-length': 100_001 }).flushHeaders()
    await expect(fetched(large, { maxBytes: 100_000 })).rejects.toMatchObject({ reason: 'too_large' })
  })

  const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
  test.each(Object.entries(packers))(
    'that expands from %s is read up to its limit',
    async (encoding, pack) => {
      const bomb = pack(zeros)
      expect(bomb.length).toBeLessThan(100_000)
      const seen = { largest: 0 }
      const { url, host } = await allowed((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
      )
      const call = open([host]).stream(url, { maxBytes: 100_000 }, async ({ content }) => {
        for await (const chunk of content) seen.largest = Math.max(seen.largest, chunk.length)
      })
      await expect(call).rejects.toMatchObject({ reason: 'too_large' })
      expect(seen.largest).toBeLessThanOrEqual(65_536)
      const whole = await fetched((_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('content'))),
      )
      expect(whole.body.toString()).toBe('content')
    },
  )

  test('that goes on and on, and expands to nothing, is read up to its limit', async () => {
    // Empty blocks (RFC 1951 §3.2.4): there is more of it packed than unpacked.
    const packed = Buffer.concat([
      Buffer.from('1f8b0800000000000003', 'hex'),
      ...Array.from({ length: 25_000 }, () => Buffer.from('000000ffff', 'hex')),
    ])
    const answer: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(packed)
    await expect(fetched(answer, { maxBytes: 100_000 })).rejects.toMatchObject({ reason: 'too_large' })
  })

  test.each([
    ['gzip, gzip', gzipSync(gzipSync('x'))],
    ['gzip', Buffer.from('no gzip')],
    ['gzip', gzipSync('cut off in the middle').subarray(0, 12)],
    ['zstd', Buffer.from('x')],
    ['exi', Buffer.from('x')],
  ])('encoded as %s is refused where it can’t be read', async (encoding, body) => {
    const answer: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body)
    await expect(fetched(answer)).rejects.toMatchObject({ reason: 'invalid_response' })
  })

  test.each([
    ['SSH-2.0-OpenSSH_9.2\r\n'],
    ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort'],
    [`HTTP/1.1 200 OK\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%j is no response', async (bytes) => {
    const port = await listen(createTcpServer((socket) => void socket.on('error', () => {}).end(bytes)))
    const call = open([`http://127.0.0.1:${port}`]).fetch(`http://127.0.0.1:${port}/`)
    await expect(call).rejects.toMatchObject({ reason: 'invalid_response' })
  })

  test('with an error status is a response', async () => {
    const answer = await fetched((_request, response) =>
      response.writeHead(503, { 'retry-after': '60' }).end('later'),
    )
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
      body: Buffer.from('later'),
    })
  })

  test('of a server with another certificate is not one', async () => {
    const { certificate: cert, key } = openTlsIdentities(undefined, '127.0.0.1').server
    const port = await listen(createTlsServer({ cert, key }, (_request, response) => response.end()))
    const call = open([`127.0.0.1:${port}`]).fetch(`https://127.0.0.1:${port}/`)
    await expect(call).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

describe('connections', () => {
  test('to one host are limited; the others wait, and not longer than their time', async () => {
    const held: ServerResponse[] = []
    let most = 0
    const { url, host } = await allowed((_request, response) => {
      held.push(response)
      most = Math.max(most, held.length)
    })
    const requests = open([host], { connectionsPerHost: 3 })
    const calls = Array.from({ length: 9 }, () => requests.fetch(url))
    const impatient = requests.fetch(url, { timeoutMs: 100 })
    await expect(impatient).rejects.toMatchObject({ reason: 'timed_out' })
    for (let ended = 0; ended < 9; ended++) {
      await expect.poll(() => held.length).toBeGreaterThan(0)
      held.shift()!.end('done')
    }
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(9).fill(200))
    expect(most).toBe(3)
  })

  test('that files hold keep no callback to the same host waiting', async () => {
    const { url, host } = await allowed((request, response) => {
      if (request.method === 'POST') response.end('taken')
      else response.write('slow')
    })
    const requests = open([host], { connectionsPerHost: 2 })
    const given = new AbortController()
    const files = Array.from({ length: 4 }, () =>
      requests.fetch(url, { queue: 'files', signal: given.signal }).catch(({ reason }) => reason),
    )
    expect((await requests.fetch(url, { method: 'POST', queue: 'callbacks' })).status).toBe(200)
    given.abort()
    expect(await Promise.all(files)).toEqual(Array(4).fill('aborted'))
  })

  test('are closed when the caller has what it wants, or gives up', async () => {
    let open_ = 0
    const { url, host } = await allowed((_request, response) => {
      open_ += 1
      response.on('close', () => (open_ -= 1)).write('begun')
    })
    const requests = open([host], { connectionsPerHost: 1 })
    const first = await requests.stream(url, {}, async ({ content }) => {
      for await (const chunk of content) return Buffer.from(chunk).toString()
      return ''
    })
    expect(first).toBe('begun')
    await expect(requests.stream(url, {}, async () => Promise.reject(new Error('full')))).rejects.toThrow(
      'full',
    )
    const cancelled = new AbortController()
    const call = requests.fetch(url, { signal: cancelled.signal })
    cancelled.abort()
    await expect(call).rejects.toMatchObject({ reason: 'aborted' })
    await expect.poll(() => open_).toBe(0)
  })
})

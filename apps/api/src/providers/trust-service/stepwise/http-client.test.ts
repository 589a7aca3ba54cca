import { createServer } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openTlsIdentities } from '../../../../../sandbox/src/pki/tls-identities.ts'
import { openHttpClient } from './http-client.ts'
import type { Call, HttpClient, Reply } from './http-client.ts'

const tls = openTlsIdentities(undefined, '127.0.0.1')
const { certificate: cert, key } = tls.server

interface Met {
  readonly http: HttpClient
  readonly url: string
  readonly pauses: number[]
  /** How often the other side was asked. */
  readonly asked: () => number
}

/** A client of a server that answers in this way. */
async function withServer(answer: RequestListener, work: (met: Met) => Promise<void>): Promise<void> {
  let asked = 0
  const options = { cert, key, ca: tls.customerRootPem, requestCert: true, rejectUnauthorized: true }
  const server = createServer(options, (request, response) => {
    asked += 1
    request.resume().once('end', () => answer(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const pauses: number[] = []
  const http = openHttpClient({
    service: 'Service',
    identity: tls.client,
    authorities: tls.rootPem,
    now: () => new Date(),
    pause: async (milliseconds) => pauses.push(milliseconds),
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    await work({ http, url, pauses, asked: () => asked })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const ask = ({ http, url }: Met, repeat: Call['repeat'] = 'freely'): Promise<Reply> =>
  http.call({ url, type: 'application/json', body: '{}', repeat })

const dropped: RequestListener = (request) => request.socket.destroy()

test('a connection that breaks after the call has gone is tried again only where that does no harm', async () => {
  await withServer(dropped, async (met) => {
    await expect(ask(met, 'if_unsent')).rejects.toMatchObject({ code: 'unavailable' })
    expect(met.asked()).toBe(1)
    await expect(ask(met, 'freely')).rejects.toMatchObject({ code: 'unavailable' })
    expect(met.asked()).toBe(4)
  })
})

test('a service that says when to come back is asked again then, within bounds', async () => {
  let count = 0
  const busyAtFirst: RequestListener = (_request, response) => {
    count += 1
    if (count < 3) response.writeHead(count === 1 ? 503 : 429, { 'retry-after': count === 1 ? '1' : '3600' })
    response.end('{}')
  }
  await withServer(busyAtFirst, async (met) => {
    expect(await ask(met, 'if_unsent')).toEqual({ status: 200, body: '{}' })
    expect(met.pauses).toEqual([1000, 2000])
  })
})

test('an error of the service is not tried again, and a refusal is an answer', async () => {
  await withServer(
    (_request, response) => response.writeHead(500).end(),
    async (met) => {
      await expect(ask(met)).rejects.toThrow('Service: HTTP status 500')
      expect(met.asked()).toBe(1)
    },
  )
  await withServer(
    (_request, response) => response.writeHead(400).end('{"error":"access_denied"}'),
    async (met) => {
      expect(await ask(met)).toMatchObject({ status: 400 })
      expect(met.http.health().state).toBe('UP')
    },
  )
})

test('an endless answer is left', async () => {
  await withServer(
    (_request, response) => response.end(Buffer.alloc(5 * 1024 * 1024)),
    async (met) => {
      await expect(ask(met)).rejects.toThrow(/larger than/)
    },
  )
})

test('a redirect is not followed: what was meant for one is not sent to another', async () => {
  await withServer(
    (_request, response) => response.writeHead(307, { location: 'https://elsewhere.example/' }).end(),
    async (met) => {
      expect(await ask(met)).toMatchObject({ status: 307 })
    },
  )
})

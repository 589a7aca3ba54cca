import { request } from 'node:https'
import type { RunningTrustServices } from './start.ts'

export type Answer = { status: number; body: unknown }

/** Calls a trust service as a customer's program does, with the certificate of the enrolment unless told otherwise. */
export function call(
  services: RunningTrustServices,
  path: string,
  body: object | URLSearchParams | string,
  options: { headers?: Record<string, string>; isStranger?: boolean; method?: 'GET' | 'POST' } = {},
): Promise<Answer> {
  const isForm = body instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const { certificate: cert, key } = services.customer
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, services.url), {
      method: options.method ?? 'POST',
      ca: services.tlsRootPem,
      ...(options.isStranger ? {} : { cert, key }),
      agent: false,
      headers: { 'content-type': type, ...options.headers },
    })
    outgoing.once('error', reject)
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const isJson = /\bjson\b|\+json/.test(incoming.headers['content-type'] ?? '')
        resolve({
          status: incoming.statusCode ?? 0,
          body: isJson ? JSON.parse(text) : text === '' ? undefined : text,
        })
      })
    })
    outgoing.end(
      options.method === 'GET'
        ? ''
        : isForm || typeof body === 'string'
          ? body.toString()
          : JSON.stringify(body),
    )
  })
}

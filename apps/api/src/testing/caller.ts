import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { register, requestConfirmation } from '@countersign/contract/accounts.ts'
import { declaredErrors } from '@countersign/contract/declared-errors.ts'
import { type Endpoint, type InputOf, isBinary, type OutputOf } from '@countersign/contract/endpoint.ts'
import type { ApiError, ErrorKey } from '@countersign/contract/errors.ts'
import { login } from '@countersign/contract/sessions.ts'
import type { Inbox } from './inbox.ts'
import { confirmationIn } from './reply.ts'

/** How someone proves who they are: an Authorization header's value, or nothing. */
export type As = string | undefined

export interface Person {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
  readonly as: string
}

export type Reply<E extends Endpoint> =
  | { readonly ok: true; readonly status: number; readonly body: OutputOf<E>; readonly headers: Headers }
  | { readonly ok: false; readonly status: number; readonly error: ApiError; readonly headers: Headers }

export interface Caller {
  /** Makes a call and gives whatever comes back. */
  ask<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: As,
    headers?: Record<string, string>,
  ): Promise<Reply<E>>
  /** Makes a call that has to go well. */
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as?: As,
    headers?: Record<string, string>,
  ): Promise<OutputOf<E>>
}

/**
 * A port that nobody listens on: below those that the system gives to outgoing connections, or one of these might take
 * it before we do. Nor will another test process choose it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (!(await reserve(port))) continue
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/** One process holds a port for as long as it lives, by a UDP port of the range below, which nothing else here uses. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  socket.bind({ port: port - 12_000, address: '127.0.0.1', exclusive: true })
  return once(socket, 'listening').then(
    () => true,
    () => false,
  )
}

/** Whatever is tested: a call is refused with a key that its description lists. */
function refuseUndeclared(endpoint: Endpoint, { key }: ApiError): void {
  if (!declaredErrors(endpoint).has(key as ErrorKey))
    throw new Error(`${endpoint.name} was refused with ${key}, which its description doesn't list`)
}

export function makeCaller(url: string): Caller {
  const ask: Caller['ask'] = async (endpoint, input, as, headers = {}) => {
    const given = input as {
      params?: Record<string, string>
      query?: Record<string, string | number | undefined>
      body?: unknown
    }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(given.params?.[name] ?? ''),
    )
    const query = new URLSearchParams(
      Object.entries(given.query ?? {}).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, String(value)] as [string, string]],
      ),
    )
    const form = given.body instanceof FormData
    const response = await fetch(`${url}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      method: endpoint.method,
      headers: {
        ...(as ? { authorization: as } : {}),
        ...(endpoint.method !== 'GET' && !form ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(endpoint.method === 'GET'
        ? {}
        : { body: form ? (given.body as FormData) : JSON.stringify(given.body ?? {}) }),
    })
    const { status } = response
    if (!response.ok) {
      const error = (await response.json()) as ApiError
      refuseUndeclared(endpoint, error)
      return { ok: false, status, error, headers: response.headers }
    }
    // One that never ends is not waited for.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { ok: true, status, body: new Blob([]) as OutputOf<typeof endpoint>, headers: response.headers }
    }
    const body = isBinary(endpoint.output) ? await response.blob() : await response.json()
    return { ok: true, status, body: body as OutputOf<typeof endpoint>, headers: response.headers }
  }
  return {
    ask,
    call: async (endpoint, input, as, headers) => {
      const reply = await ask(endpoint, input, as, headers)
      if (!reply.ok) throw new Error(`${endpoint.name}: ${reply.status} ${JSON.stringify(reply.error)}`)
      return reply.body
    },
  }
}

let networks = 0

/** The header of a proxy (TRUST_PROXY=1) for a caller from a network that has made no call yet. */
export const aNetwork = () => ({ 'x-forwarded-for': `198.51.100.${(networks += 1)}` })

/** What someone signs in with. */
export function credentialsOf({ email, password }: Person): { email: string; password: string } {
  return { email, password }
}

export interface NewPerson {
  readonly firstName: string
  readonly lastName?: string
  readonly email?: string
  readonly lang?: 'en' | 'de' | 'fr'
  /** Of the browser. */
  readonly timeZone?: string
}

/** Whom a test names, with what it leaves open; everyone has the same password, and an email of their own. */
export function newPerson(given: NewPerson): Omit<Person, 'as'> {
  const { firstName, lastName = 'Keller' } = given
  const email =
    given.email ?? `${firstName}.${Math.random().toString(36).slice(2, 8)}@example.org`.toLowerCase()
  return { email, firstName, lastName, password: 'quiet-harbour-lantern-42' }
}

/** Through the front door: confirmation by mail, registration, sign-in. */
export async function signUp(
  { call }: Pick<Caller, 'call'>,
  inbox: Inbox,
  given: NewPerson,
): Promise<Person> {
  const person = newPerson(given)
  const { email, firstName, lastName, password } = person
  const { lang = 'en', timeZone } = given
  await call(requestConfirmation, { body: { email, lang, timeZone } })
  const { token } = confirmationIn(await inbox.next(email))
  await call(register, { body: { firstName, lastName, password, token, gtc: true, lang } })
  const session = await call(login, { body: { email, password, timeZone } })
  return { ...person, as: `Bearer ${session.token}` }
}

import { finished } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type {} from '@fastify/multipart'
import {
  type Binary,
  type BodyOf,
  type Endpoint,
  isBinary,
  isUpload,
  type OutputOf,
} from '@countersign/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import * as z from 'zod/mini'
import type { AccountActor, Actor, ApiUserActor, LinkActor, AnonymousActor } from '#api/platform/actor.ts'
import type { PlatformContext } from '#api/platform/context.ts'
import type { SessionRead } from '#api/platform/db/session-read.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { runWork } from '#api/platform/logging/work.ts'
import { runAs } from '#api/platform/threads/caller.ts'
import { admitBody, jsonFileLimit } from './pending-bodies.ts'
import { callerOf } from './caller-of.ts'
import { once } from './idempotency-keys/once.ts'
import { fileOf, readFiles } from './json-files/read-files.ts'
import { noteActor, workOf } from './observe-requests.ts'
import { misspeltNames } from './misspelt-names.ts'
import { parse } from './parse.ts'
import { tooLarge } from './problem.ts'
import { readPictureForm } from './read-picture-form.ts'
import type {} from './serve-exactly.ts'
import { WrittenAnswer } from './written-answer.ts'

// Ten megabytes of picture as base64, and the words beside it. Reading more keeps every other call waiting.
const jsonPictureLimit = 14 * 1024 * 1024

/** A file as an answer. */
export interface FileAnswer {
  readonly contentType: string
  readonly content: Uint8Array | Readable
  readonly fileName?: string
  /** The browser may keep it, and asks with its ETag before it shows it again: after signing out nothing is shown. */
  readonly revalidated?: boolean
  /** The same for everybody: any cache on the way may keep it for a day. */
  readonly public?: boolean
  /** Goes on until one side has enough. Its connection serves nothing else, and no proxy holds parts of it back. */
  readonly live?: boolean
}

/**
 * Who makes this call, by the credential that it requires; refuses if that is missing or wrong. With a reply the call counts
 * towards its caller's rate limit. What a session's account is to read comes with the session.
 */
export type Authenticator = (
  endpoint: Pick<Endpoint, 'credential' | 'scope' | 'duringSetup'>,
  request: FastifyRequest,
  reply?: FastifyReply,
  read?: SessionRead,
) => Promise<Actor>

declare module 'fastify' {
  interface FastifyInstance {
    /** Set where the api is put together: what a credential is belongs to contexts above this one. */
    authenticate: Authenticator
  }
}

interface ActorOf {
  none: AnonymousActor
  user: AccountActor
  direct: LinkActor
  token: LinkActor
  'direct-or-token': LinkActor
  'user-or-direct': AccountActor | LinkActor
  'api-user': ApiUserActor
  'user-or-api-user': AccountActor | ApiUserActor
}

export interface Call<E extends Endpoint> {
  /** What was read with the session, where the binding says so and the query is one that it takes. */
  readonly read: SessionRead | null
  readonly actor: ActorOf[E['credential']]
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  /** With an upload: the JSON form where that was sent, null where it is multipart (read it from `request`). */
  readonly body: E['body'] extends z.ZodMiniType ? z.output<E['body']> : BodyOf<E> | null
  readonly request: FastifyRequest
  /** The content of a file member of a JSON body, for what `body` has in its place. */
  readonly file: (member: string) => AsyncIterable<Uint8Array> | Uint8Array
  /** Gives the browser a cookie with the answer. */
  readonly setCookie: (cookie: string) => void
}

export type Answer<E extends Endpoint> = E['output'] extends Binary
  ? FileAnswer
  : E['output'] extends z.ZodMiniType
    ? z.input<E['output']>
    : OutputOf<E>

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | WrittenAnswer>

/**
 * Serves one call of the contract: credential, input as described, the handler, output as described and nothing more.
 * `admit` refuses before the body is read.
 */
export function bind<E extends Endpoint>(
  app: FastifyInstance,
  context: PlatformContext,
  endpoint: E,
  handler: Handler<E>,
  options: {
    readonly admit?: (request: FastifyRequest) => Promise<void>
    /**
     * Reads the answer again from what `recordResult` has written, for a retry of a call whose work was done and whose answer was lost.
     */
    readonly again?: (call: Call<E>, result: string) => Promise<Answer<E> | WrittenAnswer>
    /** What the call reads by the statement that finds its caller's session, before the handler; null where it doesn't. */
    readonly reads?: (query: z.output<E['query']>) => SessionRead | null
  } = {},
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint },
    ...(endpoint.credential === 'api-user' && app.sharesPath(endpoint)
      ? { constraints: { caller: 'api-user' } }
      : {}),
    ...bodyLimit(endpoint),
    // Before the body is read: what strangers send takes no memory.
    preParsing: async (request, reply, payload) => {
      const early = readEarly(request)
      const actor = await runWork(workOf(request), () =>
        app.authenticate(endpoint, request, reply, early?.read ?? undefined),
      )
      actors.set(request, actor)
      noteActor(request, actor)
      if (early) earlyReads.set(request, early)
      await options.admit?.(request)
      const isJson = isJsonBody(request)
      const isPicture = endpoint.carriesFiles === 'picture'
      if (isJson && !isPicture) await refuseTooLarge(request, payload)
      const members = isJson ? fileMembers(endpoint) : []
      if (endpoint.carriesFiles || isUpload(endpoint.body)) {
        // A picture is kept in memory as well where it comes in a form.
        const isWhole = isPicture || (isJson && members.length === 0)
        const place = isWhole ? 'memory' : isJson ? 'disk' : 'store'
        await admitBody(callerOf(actorOf(request), reply), request, reply, place)
      }
      if (isPicture && Number(request.headers['content-length']) > jsonPictureLimit)
        throw new Refusal('image.too_large')
      if (members.length === 0) return payload
      return readFiles({ request, reply, payload }, { members, sizeLimit: jsonFileLimit })
    },
    handler: (request, reply) => {
      const actor = actorOf(request)
      return runWork(workOf(request), () =>
        runAs(callerOf(actor, reply), () => answer(request, reply, actor)),
      )
    },
  })

  function readQuery(request: FastifyRequest): unknown {
    const isForPrograms = endpoint.credential === 'api-user' || endpoint.forPrograms === true
    const misspelt = isForPrograms ? misspeltNames(endpoint.query, request.query) : []
    if (misspelt.length > 0) throw new Refusal('validation.failed', { fields: misspelt })
    return parse(endpoint.query, request.query, 'query')
  }

  /** A query that is wrong is refused once it is known whose it is. */
  function readEarly(request: FastifyRequest): EarlyRead | null {
    if (!options.reads) return null
    const { success, data } = z.safeParse(endpoint.query, request.query)
    return success ? { query: data, read: options.reads(data as z.output<E['query']>) } : null
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, actor: Actor): Promise<FastifyReply> {
    const early = earlyReads.get(request)
    const call = {
      actor,
      read: early?.read ?? null,
      params: parse(endpoint.params, request.params, 'params'),
      query: early?.query ?? readQuery(request),
      body: await readBody(endpoint, request),
      request,
      file: (member: string) => fileOf(request, member),
      setCookie: (cookie: string) => void reply.header('Set-Cookie', cookie),
    } as unknown as Call<E>
    if (isBinary(endpoint.output)) return sendFile(reply, (await handler(call)) as FileAnswer)
    const output = endpoint.output
    const written = (handled: Answer<E> | WrittenAnswer) =>
      handled instanceof WrittenAnswer ? handled : (z.parse(output, handled) as object)
    const { again } = options
    const given = await once(
      context,
      endpoint,
      actor,
      { request, body: call.body },
      {
        run: async () => written(await handler(call)),
        again: again && (async (result) => written(await again(call, result))),
      },
    )
    reply.status(endpoint.status).header('Cache-Control', 'private, no-store')
    if (given instanceof WrittenAnswer)
      return reply.header('Content-Type', 'application/json; charset=utf-8').send(given.json)
    return reply.send(given)
  }
}

function bodyLimit({ carriesFiles }: Endpoint): { bodyLimit?: number } {
  if (!carriesFiles) return {}
  return { bodyLimit: carriesFiles === 'picture' ? jsonPictureLimit : jsonFileLimit }
}

/** Where a JSON body has files, which don't stay in it. */
function fileMembers({ body, fileMembers: members }: Endpoint): readonly string[] {
  return members ?? (isUpload(body) ? ['content'] : [])
}

/** A longer body isn’t waited for before it is refused. */
const waitedForAtMost = 256 * 1024 * 1024

/**
 * Refuses a body by its length once it has been sent, and drops what was: a client whose connection is closed while it sends, as the
 * framework would do, reports a broken pipe, doesn’t see why, and sends it all again.
 */
async function refuseTooLarge(request: FastifyRequest, payload: RequestPayload): Promise<void> {
  const length = Number(request.headers['content-length'])
  const { bodyLimit } = request.routeOptions
  if (!(length > bodyLimit) || length > waitedForAtMost) return
  // Nobody hears the refusal where the client ends the connection.
  await finished(payload.resume()).catch(() => undefined)
  throw tooLarge(request)
}

const isJsonBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/json') === true

const actors = new WeakMap<FastifyRequest, Actor>()
/** What was made of a call's query before its caller was known; null where nothing is read with the session. */
interface EarlyRead {
  readonly query: unknown
  readonly read: SessionRead | null
}
/** Of calls whose caller is known: what was read for one who is refused is dropped. */
const earlyReads = new WeakMap<FastifyRequest, EarlyRead>()

function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request)
  if (!actor) throw new Error('a call came through without its credential being looked at')
  return actor
}

async function readBody(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  if (endpoint.method === 'GET') return {}
  if (!isUpload(endpoint.body)) {
    const { picturePart } = endpoint
    if (request.isMultipart() && !picturePart) throw new Refusal('media.unsupported')
    const isForm = request.isMultipart() && picturePart !== undefined
    const given = isForm ? await readPictureForm(picturePart, request) : request.body
    const answered = endpoint.method === 'PUT' && !isBinary(endpoint.output) ? endpoint.output : undefined
    return parse(endpoint.body, given, 'body', { answered, nullNames: endpoint.nullNames })
  }
  return request.isMultipart() ? null : parse(endpoint.body.upload, request.body, 'body')
}

function sendFile(reply: FastifyReply, answer: FileAnswer): FastifyReply {
  reply.header('Content-Type', answer.contentType)
  reply.header('Cache-Control', cacheControl(answer))
  if (answer.live) reply.headers({ Connection: 'close', 'X-Accel-Buffering': 'no' })
  if (answer.fileName !== undefined) reply.header('Content-Disposition', disposition(answer.fileName))
  return reply.send(
    answer.content instanceof Uint8Array
      ? Buffer.from(answer.content.buffer, answer.content.byteOffset, answer.content.byteLength)
      : answer.content,
  )
}

function cacheControl(answer: FileAnswer): string {
  if (answer.public) return 'public, max-age=86400'
  return answer.revalidated ? 'private, no-cache' : 'private, no-store'
}

/** RFC 6266: an ASCII name for old clients, the real one beside it. */
export function disposition(given: string): string {
  // A name that was cut in the middle of a character is not to be encoded otherwise.
  const fileName = given.toWellFormed()
  const ascii = fileName
    .normalize('NFKD')
    .replaceAll(/[^\u0020-\u007E]/g, '_')
    .replaceAll(/["\\]/g, '_')
  const encoded = encodeURIComponent(fileName.replaceAll(/[\u0000-\u001F\u007F]/g, '_')).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

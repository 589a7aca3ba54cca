import { request as requestWithoutTls } from 'node:http'
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'

export interface Limits {
  /** Milliseconds to a connection, and to the whole answer. */
  readonly connectLimit?: number | undefined
  readonly timeLimit?: number | undefined
  /** Bytes that an answer may have. */
  readonly sizeLimit?: number | undefined
}

export interface Call {
  readonly url: string
  /** POST without it. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  readonly type: 'application/json' | 'application/x-www-form-urlencoded'
  /** Empty where there is none. */
  readonly body: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** A call that may have arrived is made again only where the service knows it again or it changes nothing. */
  readonly repeat: 'freely' | 'if_unsent'
}

export interface Reply {
  readonly status: number
  readonly body: string
}

/** No answer to be had. `mayRepeat`: which calls may be made again. */
export class TransportError extends Error {
  readonly mayRepeat: 'freely' | 'if_unsent' | 'never'
  /** Of an answer that says that the service is out of order. */
  readonly headers: IncomingHttpHeaders

  constructor(
    message: string,
    mayRepeat: TransportError['mayRepeat'],
    { cause, headers = {} }: { readonly cause?: unknown; readonly headers?: IncomingHttpHeaders } = {},
  ) {
    super(message, { cause })
    this.mayRepeat = mayRepeat
    this.headers = headers
  }

  /** Milliseconds that the service asks to be left alone. */
  get waitFor(): number | undefined {
    const seconds = Number(this.headers['retry-after'])
    return seconds > 0 ? seconds * 1000 : undefined
  }
}

const usualSizeLimit = 4 * 1024 * 1024

/** One call, once; no redirect is followed. Throws TransportError. */
export function callOnce(call: Call, agent: Agent, limits: Limits): Promise<Reply> {
  const { connectLimit = 10_000, timeLimit = 20_000, sizeLimit = usualSizeLimit } = limits
  return new Promise((resolve, reject) => {
    let isConnected = false
    const fail = (error: TransportError): void => {
      clearTimeout(connecting)
      clearTimeout(answering)
      reject(error)
      outgoing.destroy()
    }
    const outgoing = send(call, agent)
    const connecting = setTimeout(
      () => fail(new TransportError(`no connection within ${connectLimit} ms`, 'if_unsent')),
      connectLimit,
    )
    // Anyone who has waited that long is not made to wait again: the job is tried again later.
    const answering = setTimeout(
      () => fail(new TransportError(`no answer within ${timeLimit} ms`, 'never')),
      timeLimit,
    )
    outgoing.once('socket', (socket) =>
      socket.once(call.url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        isConnected = true
        clearTimeout(connecting)
      }),
    )
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        new TransportError(error.code ?? error.message, isConnected ? 'freely' : 'if_unsent', {
          cause: error,
        }),
      ),
    )
    outgoing.once('response', (incoming) => {
      readReply(incoming, sizeLimit).then((reply) => {
        clearTimeout(connecting)
        clearTimeout(answering)
        resolve(reply)
      }, fail)
    })
    outgoing.end(call.body)
  })
}

function send({ url, method = 'POST', type, body, headers }: Call, agent: Agent): ClientRequest {
  const ofBody = body ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {}
  const common = { method, headers: { ...headers, ...ofBody } }
  return url.startsWith('https:')
    ? request(url, { ...common, agent })
    : requestWithoutTls(url, { ...common, agent: false })
}

async function readReply(incoming: IncomingMessage, sizeLimit: number): Promise<Reply> {
  const status = incoming.statusCode ?? 0
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming) {
      size += (chunk as Buffer).length
      if (size > sizeLimit) throw new TransportError(`the answer is larger than ${sizeLimit} bytes`, 'never')
      chunks.push(chunk as Buffer)
    }
  } catch (error) {
    throw error instanceof TransportError
      ? error
      : new TransportError('the answer broke off', 'freely', { cause: error })
  }
  const { headers } = incoming
  if (status === 503 || status === 429)
    throw new TransportError(`HTTP status ${status}`, 'if_unsent', { headers })
  if (status >= 500) throw new TransportError(`HTTP status ${status}`, 'never', { headers })
  return { status, body: Buffer.concat(chunks).toString('utf8') }
}

export interface Exchange {
  readonly url: string
  /** Sent by POST when given, else the address is fetched by GET. */
  readonly body?: { readonly type: string; readonly bytes: Uint8Array }
  /** Milliseconds until the whole answer must be there. */
  readonly timeLimit: number
  readonly sizeLimit: number
}

/** The other side did not give a usable answer; the message says what happened instead. */
export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed'
}

/** The connection could not be made or broke before the answer was there. */
class ConnectionLost extends ExchangeFailed {}

/**
 * One request and its binary answer, over connections that are kept open. A lost connection is made again once, since
 * the other side may close a kept one at any moment; these requests may be made twice. Throws ExchangeFailed.
 */
export async function exchange(request: Exchange): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(request.timeLimit)
  try {
    return await attemptOnce(request, signal)
  } catch (error) {
    if (error instanceof ConnectionLost) return attemptOnce(request, signal)
    throw error
  }
}

/** Whether the server behind an address responds to anything at all. */
export async function responds(url: string, timeLimit: number): Promise<boolean> {
  try {
    const { address, headers } = targetOf(url)
    const signal = AbortSignal.timeout(timeLimit)
    const response = await fetch(address, { method: 'HEAD', headers, signal })
    await response.body?.cancel()
    // It may not know this method; of a server that is out of order nothing else is to be expected.
    return response.status < 500 || response.status === 501
  } catch {
    return false
  }
}

async function attemptOnce(
  { url, body, timeLimit, sizeLimit }: Exchange,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const { address, headers } = targetOf(url)
    const response = await fetch(address, {
      signal,
      ...(body
        ? {
            method: 'POST',
            headers: { ...headers, 'content-type': body.type },
            body: Uint8Array.from(body.bytes),
          }
        : { headers }),
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new ExchangeFailed(`HTTP status ${response.status}`)
    }
    return await readAtMost(response.body, sizeLimit)
  } catch (error) {
    if (error instanceof ExchangeFailed) throw error
    if (signal.aborted) throw new ExchangeFailed(`no answer within ${timeLimit} ms`, { cause: error })
    throw new ConnectionLost(reasonOf(error), { cause: error })
  }
}

/** `https://user:password@host`: fetch takes no such address; they are for Basic authentication (RFC 7617). */
function targetOf(url: string): { readonly address: string; readonly headers: Record<string, string> } {
  const target = new URL(url)
  const { username, password } = target
  if (!username && !password) return { address: url, headers: {} }
  target.username = ''
  target.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    address: target.href,
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) throw new ExchangeFailed(`the answer is larger than ${limit} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** fetch hides what happened to the connection in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}

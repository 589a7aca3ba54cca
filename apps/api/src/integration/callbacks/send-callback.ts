import { StringDecoder } from 'node:string_decoder'
import type { Context } from '#api/providers/context.ts'
import { OutgoingRequestFailed, type StreamedResponse } from '#api/providers/outgoing-requests/port.ts'
import { type Attempt, keptBytes, timeLimit } from './callback.ts'
import { signCallback } from './sign-callback.ts'

export interface Message {
  readonly id: string
  readonly url: string
  readonly body: string
  readonly secrets: readonly string[]
}

/** One POST. A redirect is a response outside 2xx: it isn't followed. Throws only where it was broken off by `signal`. */
export async function sendCallback(
  context: Context,
  message: Message,
  signal?: AbortSignal,
): Promise<Attempt> {
  const at = context.now()
  const began = performance.now()
  const ended = () => ({ at, durationMs: Math.round(performance.now() - began) })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Countersign-Callbacks',
    ...signCallback({ ...message, at }, message.secrets),
  }
  try {
    const { status, retryAfter, response } = await context.outgoingRequests.stream(
      message.url,
      { method: 'POST', headers, body: message.body, timeoutMs: timeLimit, signal, queue: 'callbacks' },
      readStart,
    )
    const error = status >= 200 && status < 300 ? null : `The response had status ${status}.`
    return { ...ended(), status, response, error, retryAfter }
  } catch (error) {
    if (!(error instanceof OutgoingRequestFailed) || signal?.aborted) throw error
    return { ...ended(), status: null, response: '', error: error.message, retryAfter: undefined }
  }
}

/** The status counts, whatever becomes of the rest: a receiver may answer with more than is kept, or break off. */
async function readStart({ status, headers, content }: StreamedResponse) {
  const decoder = new StringDecoder('utf8')
  let response = ''
  let left = keptBytes
  try {
    for await (const chunk of content) {
      response += decoder.write(Buffer.from(chunk.subarray(0, left)))
      left -= Math.min(left, chunk.length)
      if (left === 0) break
    }
  } catch (error) {
    if (!(error instanceof OutgoingRequestFailed)) throw error
  }
  // PostgreSQL keeps no NUL in a text.
  return { status, retryAfter: headers['retry-after'], response: response.replaceAll('\u0000', '\uFFFD') }
}

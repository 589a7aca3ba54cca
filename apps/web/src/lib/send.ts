import type { ApiError } from '@countersign/contract/errors.ts'
import { CallError } from './call-error.ts'

interface Request {
  method: string
  address: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal: AbortSignal | undefined
  onProgress: ((part: number) => void) | undefined
}

export interface Answer {
  ok: boolean
  /** 0 where there was no answer at all. */
  status: number
  header: (name: string) => string | null
  json: () => Promise<unknown>
  blob: () => Promise<Blob>
  failure: () => Promise<CallError>
}

/** One try. An abort throws; a network that is away is an answer with status 0. */
export async function send(request: Request): Promise<Answer> {
  if (request.body instanceof FormData && request.onProgress) return upload(request, request.onProgress)
  const headers = { ...request.headers }
  if (typeof request.body === 'string') headers['content-type'] = 'application/json'
  try {
    const response = await fetch(request.address, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal: request.signal ?? null,
      credentials: 'omit',
    })
    return answerOf(response)
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    return noAnswer
  }
}

function answerOf(response: Response): Answer {
  return {
    ok: response.ok,
    status: response.status,
    header: (name) => response.headers.get(name),
    json: async () => {
      const text = await response.text()
      return text === '' ? {} : JSON.parse(text)
    },
    blob: () => response.blob(),
    failure: async () =>
      failureOf(response.status, await response.text(), response.headers.get('retry-after')),
  }
}

/** fetch tells nothing of an upload's progress; XMLHttpRequest does. */
function upload(request: Request, onProgress: (part: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, request.address)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    xhr.addEventListener('load', () => {
      const headers = new Headers()
      const retryAfter = xhr.getResponseHeader('retry-after')
      if (retryAfter !== null) headers.set('retry-after', retryAfter)
      resolve(answerOf(new Response(xhr.responseText, { status: xhr.status, headers })))
    })
    xhr.addEventListener('error', () => resolve(noAnswer))
    xhr.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(request.body)
  })
}

const noAnswer: Answer = {
  ok: false,
  status: 0,
  header: () => null,
  json: () => Promise.resolve({}),
  blob: () => Promise.resolve(new Blob()),
  failure: () => Promise.resolve(new CallError({ key: 'network', status: 0, message: 'No answer' })),
}

/** A refusal in the api's own words, or what a proxy in between answered. */
function failureOf(status: number, text: string, retryAfter: string | null): CallError {
  const seconds = retryAfter === null ? undefined : Number(retryAfter)
  const fallback = status === 503 ? 'service.unavailable' : 'internal'
  try {
    const body = JSON.parse(text) as Partial<
      Pick<ApiError, 'key' | 'message' | 'fields' | 'id' | 'second_factor'>
    >
    return new CallError({
      key: body.key ?? fallback,
      status,
      message: body.message ?? '',
      fields: body.fields,
      id: body.id,
      secondFactor: body.second_factor,
      retryAfter: seconds,
    })
  } catch {
    return new CallError({ key: fallback, status, message: text.slice(0, 200), retryAfter: seconds })
  }
}

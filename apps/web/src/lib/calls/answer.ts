import type { ApiError } from '@countersign/contract/errors.ts'
import { CallError } from './call-error.ts'

export interface Request {
  method: string
  address: string
  headers: Record<string, string>
  body: string | FormData | undefined
  signal: AbortSignal | undefined
  onProgress: ((part: number) => void) | undefined
  /** Only these go with cookies: nothing else is known by them. */
  keepsCookie?: boolean
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

export function answerOf(response: Response): Answer {
  return {
    ok: response.ok,
    status: response.status,
    header: (name) => response.headers.get(name),
    json: async () => {
      const text = await response.text()
      return text === '' ? {} : JSON.parse(text)
    },
    blob: () => response.blob(),
    failure: async () => {
      // Cut off, its status still says what it was.
      const text = await response.text().catch(() => '')
      return failureOf(response.status, text, response.headers.get('retry-after'))
    },
  }
}

export const noAnswer: Answer = {
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
      Pick<ApiError, 'key' | 'message' | 'fields' | 'id' | 'requirements' | 'second_factor' | 'feature'>
    >
    return new CallError({
      key: body.key ?? fallback,
      status,
      message: body.message ?? '',
      fields: body.fields,
      id: body.id,
      requirements: body.requirements,
      secondFactor: body.second_factor,
      retryAfter: seconds,
      feature: body.feature,
    })
  } catch {
    return new CallError({ key: fallback, status, message: text.slice(0, 200), retryAfter: seconds })
  }
}

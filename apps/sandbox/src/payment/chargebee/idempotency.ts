import { createHash } from 'node:crypto'
import { invalidRequest } from './errors.ts'

export interface Answer {
  status: number
  body: object
}

export interface Idempotency {
  /** The answer to the same request before, if any. Another request with the same key is refused. */
  find(key: string, request: string): Answer | undefined
  keep(key: string, request: string, answer: Answer): void
}

const window = 30 * 60 * 1000
const longest = 100

/** A key is remembered for half an hour. Of failures on the server's side nothing is kept. */
export function createIdempotency(now: () => number): Idempotency {
  const known = new Map<string, { at: number; request: string; answer: Answer }>()
  const hash = (request: string) => createHash('sha256').update(request).digest('hex')
  return {
    find: (key, request) => {
      if (key.length > longest) throw invalidRequest(`An idempotency key has at most ${longest} characters`)
      const found = known.get(key)
      if (!found || found.at + window < now()) return undefined
      if (found.request !== hash(request))
        throw invalidRequest('The idempotency key has been used for another request')
      return found.answer
    },
    keep: (key, request, answer) => {
      if (answer.status < 500) known.set(key, { at: now(), request: hash(request), answer })
    },
  }
}

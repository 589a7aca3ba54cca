import { createHash } from 'node:crypto'
import { StripeError } from './errors.ts'

export interface Answer {
  status: number
  body: object
}

export interface Idempotency {
  /** The answer to the same request before, if any. Another request with the same key is refused. */
  find(key: string, path: string, request: string): Answer | undefined
  keep(key: string, path: string, request: string, answer: Answer): void
}

const window = 24 * 60 * 60 * 1000
const longest = 255
/** Refused before it began, so that the same key may be used again. */
const notBegun = new Set([400, 401, 404, 409, 429])

/** A key is remembered for a day, with whatever the call ended in once it had begun. */
export function createIdempotency(now: () => number): Idempotency {
  const known = new Map<string, { at: number; path: string; hash: string; answer: Answer }>()
  const hash = (request: string) => createHash('sha256').update(request).digest('hex')
  const misuse = (message: string) => new StripeError(400, message, { type: 'idempotency_error' })
  return {
    find: (key, path, request) => {
      if (key.length > longest) throw misuse(`Idempotency keys have at most ${longest} characters.`)
      const found = known.get(key)
      if (!found || found.at + window < now()) return undefined
      if (found.path !== path)
        throw misuse(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${found.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      if (found.hash !== hash(request))
        throw misuse(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      return found.answer
    },
    keep: (key, path, request, answer) => {
      if (!notBegun.has(answer.status)) known.set(key, { at: now(), path, hash: hash(request), answer })
    },
  }
}

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { FaultBoard, Party } from '../faults/fault-board.ts'
import { answerUnavailable, neverAnswer } from '../http/broken-answers.ts'

/** What the product's server calls; the rest is the browser's. */
const backChannel = /^\/(\.well-known\/openid-configuration|jwks|request|token|me)$/

/** All of a provider's own addresses, under `mount`. */
export function mountProvider(
  scope: FastifyInstance,
  given: { mount: string; provider: Provider; faults: FaultBoard; party: Party },
): void {
  const { mount, provider, faults, party } = given
  // The provider reads the bodies of its calls itself.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const answer = provider.callback()
  scope.all(`${mount}/*`, (request, reply) => {
    const path = request.url.slice(mount.length)
    if (backChannel.test(path.split('?')[0] ?? '')) {
      const fault = faults.take(party, ['timeout', 'status_503'])
      if (fault === 'timeout') return neverAnswer(reply)
      if (fault === 'status_503') return answerUnavailable(reply)
    }
    reply.hijack()
    // From the two the provider learns under which path it is mounted.
    const raw: IncomingMessage & { originalUrl?: string } = request.raw
    raw.originalUrl = request.url
    raw.url = path
    raw.headers.cookie = withoutSession(raw.headers.cookie)
    void answer(raw, reply.raw)
    return reply
  })
}

/** Every sign-in asks again who one is: who signed in before is forgotten, or choosing another would be signing out. */
function withoutSession(cookies = ''): string {
  return cookies
    .split('; ')
    .filter((cookie) => !/^_session\b/.test(cookie))
    .join('; ')
}

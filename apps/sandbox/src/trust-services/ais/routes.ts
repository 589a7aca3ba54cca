import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerUnavailable, dropConnection, neverAnswer } from '../../http/broken-answers.ts'
import { refuseRepeatedKeys } from '../../http/unique-keys.ts'
import type { TrustServiceContext } from '../context.ts'
import { isEnrolled } from '../is-enrolled.ts'
import { refusalKinds, refusals, stepUpEnds, stepUpKinds, transportKinds } from './results.ts'
import { answerOf, openAllInSigning } from './service.ts'

const base = '/AIS-Server/rs/v1.0'

/** AIS by JSON: status 200 also for what is refused; a client certificate is all there is of authentication. */
export async function registerAllInSigning(
  tls: FastifyInstance,
  context: TrustServiceContext,
): Promise<void> {
  const service = openAllInSigning(context)
  const { faults } = context

  const answer = (reply: FastifyReply, body: () => object, results: 'sign' | 'pending') => {
    const broken = faults.take('ais', transportKinds)
    if (broken === 'timeout') return neverAnswer(reply)
    if (broken === 'refused') return dropConnection(reply)
    if (broken === 'status_503') return answerUnavailable(reply)
    if (!isEnrolled(reply.request)) return reply.send(answerOf(refusals.authentication_failed))
    if (results === 'sign') {
      const refused = faults.take('ais', refusalKinds)
      if (refused) return reply.send(answerOf(refusals[refused]))
    } else {
      const ended = faults.take('ais', stepUpKinds)
      if (ended) return reply.send(answerOf(stepUpEnds[ended]))
    }
    return reply.send(body())
  }
  await tls.register(async (scope) => {
    refuseRepeatedKeys(scope)
    scope.post(`${base}/sign`, ({ body }, reply) => answer(reply, () => service.sign(body), 'sign'))
    scope.post(`${base}/pending`, ({ body }, reply) => answer(reply, () => service.pending(body), 'pending'))
  })
}

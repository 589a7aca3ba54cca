import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultBoard } from '../faults/fault-board.ts'
import { answerUnavailable, dropConnection, neverAnswer } from '../http/broken-answers.ts'
import type { Cases } from './cases.ts'
import type { Case } from './case.ts'
import type { Party } from './party.ts'

type Call = { Params: { id?: string; order?: string } }

/** What customers call: order an identification, ask how it stands, have it forgotten. */
export function registerPartyApi(
  app: FastifyInstance,
  given: { party: Party; cases: Cases; faults: FaultBoard; pageOf: (made: Case) => string },
): void {
  const { party, cases, faults, pageOf } = given
  const refuse = (reply: FastifyReply, status: 400 | 401 | 404) =>
    reply.code(status).send(party.refusal(status))
  const broken = (reply: FastifyReply): FastifyReply | undefined => {
    const fault = faults.take(party.name, ['timeout', 'status_503', 'refused'])
    if (fault === 'timeout') return neverAnswer(reply)
    if (fault === 'refused') return dropConnection(reply)
    return fault === 'status_503' ? answerUnavailable(reply) : undefined
  }
  const known = ({ params }: FastifyRequest<Call>): Case | undefined => {
    const found = cases.get(params.id ?? '')
    return found?.party === party.name ? found : undefined
  }
  const checked =
    (answer: (request: FastifyRequest<Call>, reply: FastifyReply) => FastifyReply) =>
    (request: FastifyRequest<Call>, reply: FastifyReply): FastifyReply =>
      party.isCustomer(request.headers) ? (broken(reply) ?? answer(request, reply)) : refuse(reply, 401)

  const create = checked((request, reply) => {
    const order = party.readOrder(request.body, request.params.order)
    if (!order) return refuse(reply, 400)
    const made = cases.open(order)
    const { status, body } = party.created(made, pageOf(made))
    return reply.code(status).send(body)
  })
  if (party.create.method === 'PUT') app.put<Call>(party.create.path, create)
  else app.post<Call>(party.create.path, create)

  app.get<Call>(
    party.casePath,
    checked((request, reply) => {
      const found = known(request)
      if (!found) return refuse(reply, 404)
      const isOdd = faults.take(party.name, ['unknown_status']) !== undefined
      return reply.send(isOdd ? party.showUnknown(found) : party.show(found))
    }),
  )
  app.delete<Call>(
    party.casePath,
    checked((request, reply) => {
      const found = known(request)
      if (!found) return refuse(reply, 404)
      cases.remove(found.id)
      return reply.code(204).send()
    }),
  )
}

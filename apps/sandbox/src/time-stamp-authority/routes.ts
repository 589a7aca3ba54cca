import type { FastifyInstance, FastifyReply } from 'fastify'
import type { FaultBoard, Party } from '../faults/fault-board.ts'
import { answerUnavailable, dropConnection, neverAnswer } from '../http/broken-answers.ts'
import { answerQuery } from './answer-query.ts'
import type { TimeStampAuthority } from './authority.ts'
import { answerOcsp, certificateRevocationList } from './revocation.ts'

const kinds = ['timeout', 'status_503', 'refused', 'bad_signature', 'wrong_imprint'] as const

/** RFC 3161 §3.4 (time-stamp protocol over HTTP), RFC 6960 appendix A (OCSP over HTTP), CRL and issuer certificate. */
export async function registerTimeStampRoutes(
  app: FastifyInstance,
  authority: TimeStampAuthority,
  faults: FaultBoard,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of ['application/timestamp-query', 'application/ocsp-request']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    }
    const answerTimeStamp = (party: Extract<Party, 'tsa' | 'tsa2'>) => {
      // A server that is down is so for every method; a sign of life uses up no fault.
      scope.head(`/${party}`, (_request, reply) => {
        const fault = faults.list().find((one) => one.party === party)?.kind
        if (fault === 'timeout') return neverAnswer(reply)
        if (fault === 'refused') return dropConnection(reply)
        return fault === 'status_503' ? answerUnavailable(reply) : reply.code(405).send()
      })
      scope.post<{ Body: Buffer | undefined }>(`/${party}`, (request, reply) => {
        const fault = faults.take(party, kinds)
        if (fault === 'timeout') return neverAnswer(reply)
        if (fault === 'refused') return dropConnection(reply)
        if (fault === 'status_503') return answerUnavailable(reply)
        const answer = answerQuery(authority.units[party], request.body ?? Buffer.alloc(0), new Date(), fault)
        return sendDer(reply, 'application/timestamp-reply', answer)
      })
    }
    answerTimeStamp('tsa')
    answerTimeStamp('tsa2')

    scope.post<{ Body: Buffer | undefined }>('/tsa/ocsp', (request, reply) =>
      sendDer(
        reply,
        'application/ocsp-response',
        answerOcsp(authority, request.body ?? Buffer.alloc(0), new Date()),
      ),
    )
    scope.get<{ Params: { '*': string } }>('/tsa/ocsp/*', (request, reply) => {
      const query = Buffer.from(request.params['*'], 'base64')
      return sendDer(reply, 'application/ocsp-response', answerOcsp(authority, query, new Date()))
    })
    scope.get('/tsa/crl', (_request, reply) =>
      sendDer(reply, 'application/pkix-crl', certificateRevocationList(authority, new Date())),
    )
    scope.get('/tsa/root.crt', (_request, reply) =>
      sendDer(reply, 'application/pkix-cert', authority.root.der),
    )
    scope.get('/tsa/root.pem', (_request, reply) =>
      reply.type('application/x-pem-file').send(authority.anchorsPem),
    )
  })
}

function sendDer(reply: FastifyReply, type: string, der: Buffer): FastifyReply {
  return reply.type(type).header('cache-control', 'no-store').send(der)
}

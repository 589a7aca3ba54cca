import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerOcsp, certificateRevocationList } from '../time-stamp-authority/revocation.ts'
import { legislations } from './test-authority.ts'
import type { TestAuthority } from './test-authority.ts'

/** Status and issuers of what the test authority issued (RFC 6960 appendix A, RFC 5280 §4.2.1.13, §4.2.2.1). */
export async function registerPkiRoutes(app: FastifyInstance, authority: TestAuthority): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/ocsp-request', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.get('/trust-services/roots.pem', (_request, reply) =>
      reply.type('application/x-pem-file').send(authority.anchorsPem),
    )
    for (const legislation of legislations) {
      const { root, issuing, responder } = authority.branches[legislation]
      const base = `/trust-services/${legislation.toLowerCase()}`
      const ocsp = (query: Buffer): Buffer => answerOcsp({ root: issuing, responder }, query, new Date())
      scope.post<{ Body: Buffer | undefined }>(`${base}/ocsp`, ({ body }, reply) =>
        sendDer(reply, 'application/ocsp-response', ocsp(body ?? Buffer.alloc(0))),
      )
      scope.get<{ Params: { '*': string } }>(`${base}/ocsp/*`, ({ params }, reply) =>
        sendDer(reply, 'application/ocsp-response', ocsp(Buffer.from(params['*'], 'base64'))),
      )
      for (const [name, issuer] of Object.entries({ root, issuing })) {
        scope.get(`${base}/${name}.crl`, (_request, reply) =>
          sendDer(reply, 'application/pkix-crl', certificateRevocationList({ root: issuer }, new Date())),
        )
        scope.get(`${base}/${name}.crt`, (_request, reply) =>
          sendDer(reply, 'application/pkix-cert', issuer.der),
        )
      }
      scope.get(`${base}/disclosure`, (_request, reply) =>
        reply.type('text/plain; charset=utf-8').send('A test authority. Its certificates have no effect.\n'),
      )
    }
  })
}

function sendDer(reply: FastifyReply, type: string, der: Buffer): FastifyReply {
  return reply.type(type).header('cache-control', 'no-store').send(der)
}

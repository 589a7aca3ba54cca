import type { FastifyInstance, FastifyReply } from 'fastify'
import { toPem } from '#api/platform/values/pem.ts'
import type { LocalAuthority } from './authority.ts'
import { answerOcsp, currentCrl } from './status.ts'

/**
 * What relying parties fetch: anchors, issuers' certificates, CRLs (RFC 5280 §4.2.1.13, §4.2.2.1) and OCSP by POST and
 * GET (RFC 6960 appendix A). Public, without credentials. `all`: whatever our signatures and time-stamps chain to, outside trust
 * services' included; `timestamp`: the time-stamp authorities'. Who checks evidence needs the service's own apart from these.
 */
export async function registerPki(
  app: FastifyInstance,
  authority: LocalAuthority,
  anchors: Readonly<Record<'all' | 'timestamp', () => Promise<readonly Uint8Array[]>>>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/ocsp-request', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    const files = {
      anchors: anchors.all,
      'evidence-anchors': () => authority.roots(),
      'timestamp-anchors': anchors.timestamp,
    }
    for (const [name, list] of Object.entries(files))
      scope.get(`/pki/${name}.pem`, async (_request, reply) =>
        publish(reply, 'application/pem-certificate-chain', Buffer.from(toPem(await list()))),
      )
    for (const role of ['root', 'issuing'] as const) {
      scope.get(`/pki/${role}.crt`, async (_request, reply) =>
        publish(reply, 'application/pkix-cert', (await authority.current(role)).certificate.raw),
      )
      scope.get(`/pki/${role}.crl`, async (_request, reply) =>
        publish(reply, 'application/pkix-crl', await currentCrl(authority, role)),
      )
    }
    scope.post<{ Body: Buffer | undefined }>('/pki/ocsp', { bodyLimit: 16_384 }, async ({ body }, reply) =>
      answer(reply, await answerOcsp(authority, body ?? Buffer.alloc(0))),
    )
    // A wildcard: the request in base64 may hold slashes.
    scope.get<{ Params: { '*': string } }>('/pki/ocsp/*', async ({ params }, reply) =>
      answer(reply, await answerOcsp(authority, Buffer.from(params['*'], 'base64'))),
    )
  })
}

const publish = (reply: FastifyReply, type: string, bytes: Uint8Array): FastifyReply =>
  reply.type(type).header('cache-control', 'public, max-age=300').send(bytes)

/** RFC 6960 §4.2.1; not cached, as the answer may repeat the request's nonce. */
const answer = (reply: FastifyReply, response: Uint8Array): FastifyReply =>
  reply.type('application/ocsp-response').header('cache-control', 'no-store').send(response)

import { getReportV2, getReportV3 } from '@countersign/contract/integration/audit-trail.ts'
import * as calls from '@countersign/contract/audit-trail.ts'
import type { FastifyInstance } from 'fastify'
import { exportEvidence } from './export-evidence.ts'
import { actingAccount } from '#api/integration/acting-account.ts'
import type { Participant } from '#api/platform/actor.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import type { Context } from '#api/providers/context.ts'
import { openSignatureRequest } from '#api/signing/signature-requests/open-signature-request.ts'
import { allow, readableNumbers, readableSignatures } from '#api/signing/signature-requests/policy.ts'
import type { Readable } from './gather-protocol.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { makeProtocol } from './make-protocol.ts'
import { downloadZip } from './download-zip.ts'

export function registerAuditTrail(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.getReport, async ({ actor, params, query }) => {
    const request = await openSignatureRequest(context, actor, params.id)
    if (request.status === 'DRAFT') throw new Refusal('not_found')
    if (query.type !== 'EVIDENCE')
      return makeProtocol(context, {
        requestId: params.id,
        type: query.type,
        language: actor.language,
        actor,
        readable: readableBy(request, actor),
      })
    allow(request, actor, 'exportEvidence')
    return exportEvidence(context, actor, params.id)
  })
  for (const call of [getReportV2, getReportV3])
    bind(app, context, call, async ({ actor, params, query: { type } }) => {
      const account = actingAccount(actor)
      const request = await openSignatureRequest(context, account, params.id)
      if (request.status === 'DRAFT') throw new Refusal('not_found')
      return makeProtocol(context, {
        requestId: request.id,
        type,
        language: account.language,
        actor: account,
        isForProgram: true,
        readable: readableBy(request, account),
      })
    })
  bind(app, context, calls.downloadZip, ({ actor, params, query }) =>
    downloadZip(context, actor, params.id, query.signed !== 'false'),
  )
  bind(app, context, calls.downloadDirectZip, ({ actor, params, query }) =>
    downloadZip(context, actor, params.id, query.signed !== 'false'),
  )
}

const readableBy = (request: SignatureRequest, actor: Participant): Readable => ({
  values: readableSignatures(request, actor),
  numbers: readableNumbers(request, actor),
})

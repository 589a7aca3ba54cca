import * as calls from '@countersign/contract/integration/seals.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { resumeSealing, sealDocument } from './seal-document.ts'

/** Sealing by API users. */
export function registerSealing(app: FastifyInstance, context: Context): void {
  for (const call of [calls.sealDocument, calls.sealDocumentV3])
    bind(
      app,
      context,
      call,
      async ({ actor, body, file }) => ({
        document_id: await sealDocument(context, actor, { ...body, content: file(body.content) }),
      }),
      {
        again: async ({ actor, body }, requestId) => ({
          document_id: await resumeSealing(context, actor, requestId, body.account_name),
        }),
      },
    )
}

import * as calls from '@countersign/contract/embedding.ts'
import type { FastifyInstance } from 'fastify'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { changeOrigins } from './change-origins.ts'

export function registerEmbedding(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.getEmbedding, async ({ actor, params }) => {
    const { business } = await allowAdmin(context.db, actor, params.id)
    return { origins: [...business.settings.embedding.origins] }
  })

  bind(app, context, calls.updateEmbedding, async ({ actor, params, body }) => ({
    origins: [...(await changeOrigins(context, actor, params.id, body.origins))],
  }))
}

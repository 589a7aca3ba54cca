import * as calls from '@countersign/contract/signer-fields.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { saveFieldInput } from './save-field-input.ts'

export function registerSignerFields(app: FastifyInstance, context: Context): void {
  bind(app, context, calls.saveFieldInput, async ({ actor, params, body }) => {
    const { input, at } = await saveFieldInput(context, actor, params, body.fields)
    return {
      fields: Object.entries(input).map(([id, value]) => ({ id, value })),
      updated_at: at.toISOString(),
    }
  })
}

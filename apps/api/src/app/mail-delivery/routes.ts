import { previewInvitation as call } from '@countersign/contract/mail-delivery.ts'
import type { FastifyInstance } from 'fastify'
import { bind } from '#api/platform/http/bind.ts'
import type { Context } from '#api/providers/context.ts'
import { previewInvitation } from './preview-invitation.ts'

export function registerMailPreviews(app: FastifyInstance, context: Context): void {
  bind(app, context, call, ({ actor, params }) => previewInvitation(context, actor, params))
}

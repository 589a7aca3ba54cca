import { receiveIdentificationWebhook } from '@countersign/contract/identifications.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { receiveWebhook } from './receive-webhook.ts'

const bodyLimit = 256 * 1024

/** What a provider signed are the bytes: here, and here alone, a body is taken as it came. */
export function registerWebhooks(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    bind(scope, context, receiveIdentificationWebhook, async ({ params, body, actor, request }) => {
      await receiveWebhook(context, {
        provider: params.provider,
        address: actor.address,
        headers: request.headers,
        rawBody: body instanceof Uint8Array ? body : new Uint8Array(),
      })
      return {}
    })
  })
}

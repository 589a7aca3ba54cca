import { receiveChargebeeWebhook, receiveStripeWebhook } from '@countersign/contract/billing.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { receiveWebhook } from './receive-webhook.ts'

const bodyLimit = 512 * 1024
const bytes = (body: unknown) => (body instanceof Uint8Array ? body : new Uint8Array())

/** What a provider signed are the bytes: the body is taken as it came. */
export function registerPaymentWebhooks(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    bind(scope, context, receiveStripeWebhook, async ({ body, actor: { address }, request: { headers } }) => {
      await receiveWebhook(context, 'STRIPE', { address, headers, rawBody: bytes(body) })
      return {}
    })
    bind(
      scope,
      context,
      receiveChargebeeWebhook,
      async ({ body, actor: { address }, request: { headers } }) => {
        await receiveWebhook(context, 'CHARGEBEE', { address, headers, rawBody: bytes(body) })
        return {}
      },
    )
  })
}

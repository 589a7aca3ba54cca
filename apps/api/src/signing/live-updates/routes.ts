import { listenToChanges } from '@countersign/contract/live-updates.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#api/providers/context.ts'
import { bind } from '#api/platform/http/bind.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { openListeners, sayNothing } from './listeners.ts'

/** So often is something said, and looked whether the session is still one. */
const beatEvery = 20_000

export function registerLiveUpdates(app: FastifyInstance, context: Context): void {
  const listeners = openListeners(context.notifications)
  app.addHook('preClose', () => listeners.close())

  bind(app, context, listenToChanges, async ({ actor, request }) => {
    const stream = listeners.open(actor.accountId)
    if (!stream) throw new Refusal('rate.exceeded', { retryAfter: 60 })
    const beat = setInterval(() => {
      // Signed out, revoked, over or deleted: anyone who it was hears nothing more.
      app.authenticate(listenToChanges, request).then(
        () => sayNothing(stream),
        (failure: unknown) => failure instanceof Refusal && stream.push(null),
      )
    }, beatEvery)
    stream.once('close', () => clearInterval(beat))
    return { contentType: 'text/event-stream', content: stream, live: true }
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PlatformContext } from '#api/platform/context.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { addCalls, deleteOldCounts } from './repository.ts'
import { openSharedCounts, type SharedCounts } from './shared-counts.ts'

export const windowSeconds = 60
const deletedAtOnce = 5_000
const partsAtMost = 20

/** Limits the calls of each network to a host, before their bodies are read. */
export function limitNetworks(
  app: FastifyInstance,
  context: PlatformContext,
  {
    name,
    isExempt = () => false,
  }: { readonly name: string; readonly isExempt?: (request: FastifyRequest) => boolean },
): SharedCounts {
  const counts = openSharedCounts({
    windowSeconds,
    add: (additions) => addCalls(context.db, additions, windowSeconds),
    deleteOld: () => deleteOld(context),
    onError: (error) =>
      context.log.warn({ err: error }, 'the counts of calls could not be added to the database'),
  })
  app.addHook('onClose', () => counts.close())
  app.addHook('onRequest', async (request) => {
    // Pages of the web app are files.
    if (request.is404 || isExempt(request)) return
    const { isExceeded, left } = await counts.count(
      `${name}:${networkOf(request.ip)}`,
      context.config.requestsPerMinute,
    )
    if (isExceeded) throw tooMany(left)
  })
  return counts
}

export const tooMany = (milliseconds: number): Refusal =>
  new Refusal('rate.exceeded', { retryAfter: Math.max(1, milliseconds / 1000) })

async function deleteOld({ db }: PlatformContext): Promise<void> {
  for (let parts = 0; parts < partsAtMost; parts += 1)
    if ((await deleteOldCounts(db, deletedAtOnce)) < deletedAtOnce) return
}

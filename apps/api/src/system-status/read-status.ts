import type { FastifyBaseLogger } from 'fastify'
import type { StatusPage, SystemStatus } from '#api/providers/status-page/port.ts'

const freshFor = 60_000
// An old word is better than none for a while; then nobody knows.
const usableFor = 600_000

/** Answers null where nobody knows: no page is set up, or it has not answered for ten minutes. */
export type ReadStatus = () => Promise<SystemStatus | null>

/** However many ask, the page is read at most once a minute; whoever asks meanwhile gets what it said last. */
export function openStatusReader(
  statusPage: StatusPage | null,
  { log, now }: { readonly log: FastifyBaseLogger; readonly now: () => Date },
): ReadStatus {
  if (!statusPage) return async () => null
  let known: { readonly status: SystemStatus; readonly at: number } | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  const read = async (): Promise<void> => {
    try {
      const status = await statusPage.read()
      known = { status, at: now().getTime() }
    } catch (error) {
      log.warn({ err: error }, 'the status page could not be read')
    } finally {
      reading = null
    }
  }
  return async () => {
    const time = now().getTime()
    if (time - triedAt >= freshFor) {
      triedAt = time
      reading ??= read()
    }
    // Only the first ones wait: later ones are not held up by a page that is slow.
    if (!known) await reading
    return known && time - known.at < usableFor ? known.status : null
  }
}

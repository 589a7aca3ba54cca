import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { StatusPage, SystemStatus } from '#api/providers/status-page/port.ts'

const freshFor = 60_000
// How long a caller waits for a newer answer: a slow status page must not slow down every page of the product.
const patience = 1_000
// An old word is better than none for a while; then nobody knows.
const usableFor = 600_000

/** Answers null where nobody knows: no page is set up, or it has not answered for ten minutes. */
export type ReadStatus = () => Promise<SystemStatus | null>

interface StatusReaderOptions {
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  /** Milliseconds. */
  readonly patience?: number
}

/**
 * The page is read at most once a minute, however many ask. An answer older than that is replaced before it is used, so that
 * maintenance starts and ends with the first visitor; if the page is slow, the last answer counts.
 */
export function openStatusReader(
  statusPage: StatusPage | null,
  { log, now, patience: limit = patience }: StatusReaderOptions,
): ReadStatus {
  if (!statusPage) return async () => null
  let known: { readonly status: SystemStatus; readonly at: number } | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  let refreshed: Promise<void> | null = null

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
      refreshed = Promise.race([reading, setTimeout(limit, undefined, { ref: false })])
    }
    // The first answer has no predecessor to fall back on.
    await (known ? refreshed : reading)
    return known && time - known.at < usableFor ? known.status : null
  }
}

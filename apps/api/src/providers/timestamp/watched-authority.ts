import { randomBytes } from 'node:crypto'
import { readTimestampToken } from '@countersign/pdf-signature/cms/timestamps/timestamp-verification.ts'
import { timestampDuration, timestampRequests } from '#api/platform/metrics/instruments.ts'
import { inSpan } from '#api/platform/tracing/tracer.ts'
import { responds } from './http-exchange.ts'
import type { TimestampAuthority, TimestampAuthorityState } from './port.ts'

export interface NamedAuthority {
  readonly url: string
  readonly authority: TimestampAuthority
}

export interface WatchedAuthority {
  timestamp: TimestampAuthority['timestamp']
  isReachable(): Promise<boolean>
  state(): TimestampAuthorityState
}

const reachLimit = 1_500
/** One that failed and responds again is asked for a timestamp after a while, which is longer each time. */
const shortestRest = 5_000
const longestRest = 300_000
/** A timestamp that was granted so shortly after a response failed to come: its server doesn't respond to anything else. */
const sameMoment = 5_000

/** Remembers how an authority did, and counts it. */
export function watch({ url, authority }: NamedAuthority): WatchedAuthority {
  const name = nameOf(url)
  let isUp: boolean | null = null
  let failures = 0
  let failedAt = -Infinity
  let unreachableAt = -Infinity
  let mustRespond = true
  let certificateEnds: Date | null = null

  async function timestamp(digest: Uint8Array): Promise<{ readonly token: Uint8Array }> {
    const began = performance.now()
    try {
      const stamped = await inSpan(
        'timestamp',
        { attributes: { 'countersign.timestamp_authority': name } },
        () => authority.timestamp(digest),
      )
      timestampDuration.observe({ authority: name }, (performance.now() - began) / 1000)
      timestampRequests.inc({ authority: name, result: 'granted' })
      isUp = true
      failures = 0
      if (began - unreachableAt < sameMoment) mustRespond = false
      certificateEnds = endOfCertificate(stamped.token) ?? certificateEnds
      return stamped
    } catch (error) {
      timestampRequests.inc({ authority: name, result: 'failed' })
      isUp = false
      failures += 1
      failedAt = performance.now()
      throw error
    }
  }
  return {
    timestamp,
    isReachable: async () => {
      const didRespond = await responds(url, reachLimit)
      if (didRespond) mustRespond = true
      else unreachableAt = performance.now()
      if (failures > 0) {
        const rest = Math.min(shortestRest * 2 ** (failures - 1), longestRest)
        // The check itself doesn't wait for it.
        if (didRespond && performance.now() - failedAt > rest) void timestamp(randomBytes(32)).catch(() => {})
        return false
      }
      isUp = didRespond || !mustRespond
      return isUp
    },
    state: () => ({ name, isUp, certificateEnds }),
  }
}

/** Its query may have a key in it, and so may the part before its host. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : host + pathname
}

function endOfCertificate(token: Uint8Array): Date | null {
  try {
    return readTimestampToken(token).signerCertificate?.notAfter ?? null
  } catch {
    return null
  }
}

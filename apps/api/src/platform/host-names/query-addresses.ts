import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** All addresses of a name; none where there is no such name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** Milliseconds for the first query to a server; the second waits longer. */
const timeout = 2000
const tries = 2

/**
 * Queries the resolvers directly instead of calling getaddrinfo, which blocks one of Node's four threads for as long as a
 * hostile name server likes. `servers`: addresses with or without a port; the machine's own if there are none.
 */
export function queryAddresses(servers: readonly string[]): ResolveHost {
  return async (hostname) => {
    const resolver = new Resolver({ timeout, tries })
    if (servers.length > 0) resolver.setServers(servers)
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const failure = results.find((result) => result.status === 'rejected' && !isAbsence(result.reason))
    if (found.length === 0 && failure?.status === 'rejected') throw failure.reason
    return found
  }
}

const isAbsence = (error: unknown): boolean =>
  [NODATA, NOTFOUND].some((code) => code === (error as NodeJS.ErrnoException).code)

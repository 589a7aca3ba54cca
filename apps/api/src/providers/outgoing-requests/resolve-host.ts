import { NODATA, NOTFOUND, lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { mayConnectTo } from './public-address.ts'
import { OutgoingRequestFailed } from './port.ts'

/** All addresses of a name; none where there is no such name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

const mostAddresses = 64
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

/**
 * A socket's lookup: the socket connects to the addresses returned here, so that nothing can change between check and
 * connection. One address that isn't public refuses the whole name.
 */
export function checkedLookup(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (addresses.length === 0) return callback(new OutgoingRequestFailed('unreachable'), '')
        if (addresses.length > mostAddresses || !addresses.every(mayConnectTo))
          return callback(new OutgoingRequestFailed('address_refused'), '')
        const entries = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) callback(null, entries)
        else callback(null, entries[0]!.address, entries[0]!.family)
      },
      (cause: unknown) => callback(new OutgoingRequestFailed('unreachable', { cause }), ''),
    )
  }
}

/** For hosts the operator allows: they may have any address, and be in the hosts file. */
export const allowedLookup: LookupFunction = (hostname, options, callback) => {
  if (options.all) systemLookup(hostname, { ...options, all: true }, callback)
  else systemLookup(hostname, { ...options, all: false }, callback)
}

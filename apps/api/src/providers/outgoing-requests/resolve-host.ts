import dns from 'node:dns'
import type { LookupFunction } from 'node:net'
import { addressesToTry } from '#api/platform/host-names/addresses-to-try.ts'
import type { ResolveHost } from '#api/platform/host-names/query-addresses.ts'
import { mayConnectTo } from './public-address.ts'
import { OutgoingRequestFailed } from './port.ts'

const mostAddresses = 64

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
        const entries = addressesToTry(addresses)
        if (options.all) callback(null, entries)
        else callback(null, entries[0]!.address, entries[0]!.family)
      },
      (cause: unknown) => callback(new OutgoingRequestFailed('unreachable', { cause }), ''),
    )
  }
}

/** For hosts the operator allows: they may have any address, and be in the hosts file. */
export const allowedLookup: LookupFunction = (hostname, options, callback) => {
  if (options.all) dns.lookup(hostname, { ...options, all: true }, callback)
  else dns.lookup(hostname, { ...options, all: false }, callback)
}

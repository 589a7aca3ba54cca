import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Addresses for use on the Internet (RFC 4291 §2.4, IANA's registry of IPv6 global unicast addresses). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's own services for the machine that asks, at an address that looks public: metadata, keys, name server. */
const ofTheCloud = '168.63.129.16'

/**
 * Whether an address, as a resolver or a socket gives it, is on the public Internet. Everything in IANA's special-purpose
 * registries (RFC 6890) is refused, and so is every form of IPv6 that contains an IPv4 address (mapped, compatible, NAT64,
 * 6to4, Teredo): a gateway may take it to a private network.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js reads more forms than a socket does, such as 0x7f.1.
  if (isIP(address) === 0 || address.includes('%') || address === ofTheCloud) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}

/** Whether a connection to this address is one that anyone on the Internet could make as well. */
export const mayConnectTo = (address: string): boolean => isPublicAddress(address) && !isOwnAddress(address)

/** Whether this machine has the address: from here a connection passes no firewall, and reaches ports that others can't. */
function isOwnAddress(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some(({ address: one }) => one === address)
}

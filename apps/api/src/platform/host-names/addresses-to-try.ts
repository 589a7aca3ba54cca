import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/**
 * The addresses of a host in the order in which a socket tries them. Node gives up on each but the last after a quarter of a
 * second: with a public IPv6 address last that this machine has no way to, a host far away that has both would never be
 * reached. So a machine with IPv4 and no public IPv6 address leaves it out, unless the host has no other.
 */
export function addressesToTry(
  addresses: readonly string[],
  interfaces: Interfaces = networkInterfaces(),
): LookupAddress[] {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  const ipv4 = entries.filter(({ family }) => family === 4)
  const ipv6 = entries.filter(({ family }) => family === 6)
  // With IPv6 of its own it is tried first: where that leads nowhere, what comes last has all the time.
  if (ipv4.length === 0 || !hasOnlyIpv4(interfaces)) return [...ipv6, ...ipv4]
  return [...ipv4, ...ipv6.filter(({ address }) => !isPublic(address))]
}

/** RFC 4291 §2.4: global unicast addresses in use are in 2000::/3. */
const isPublic = (ipv6: string) => /^[23][0-9a-f]{3}:/i.test(ipv6)

function hasOnlyIpv4(interfaces: Interfaces): boolean {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  return (
    own.some(({ family }) => family === 'IPv4') &&
    !own.some(({ family, address }) => family === 'IPv6' && isPublic(address))
  )
}

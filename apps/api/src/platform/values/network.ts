/** As people write it: where a server listens on IPv6, an IPv4 address comes mapped into it (RFC 4291 §2.5.5.2). */
export function plainAddress(address: string): string {
  return /^::ffff:([\d.]+)$/i.exec(address)?.[1] ?? address
}

/** The network that an address is of: of IPv6 a household has 64 bits to choose from (RFC 6177 §2). */
export function networkOf(given: string): string {
  const address = plainAddress(given)
  if (!address.includes(':')) return address
  const [front = '', back = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const parts = (text: string) => text.split(':').filter((part) => part !== '')
  const missing = 8 - parts(front).length - parts(back).length
  const all = [...parts(front), ...Array<string>(Math.max(missing, 0)).fill('0'), ...parts(back)]
  return `${all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}

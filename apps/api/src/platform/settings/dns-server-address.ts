import { isIP } from 'node:net'

export interface DnsServerAddress {
  readonly address: string
  readonly port: number
}

/** `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or `[2001:db8::53]:5353`; null for anything else. */
export function readDnsServer(given: string): DnsServerAddress | null {
  if (isIP(given)) return { address: given, port: 53 }
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(given) ?? []
  const address = bracketed ?? plain ?? ''
  const port = Number(digits ?? 53)
  if (isIP(address) !== (bracketed === undefined ? 4 : 6) || port < 1 || port > 65535) return null
  return { address, port }
}

export const isDnsServer = (given: string): boolean => readDnsServer(given) !== null

import { isIP } from 'node:net'

/** A host that the operator lets users' URLs name, although its addresses may be private. */
export interface AllowedHost {
  /** As in a URL: lower case, an IPv6 address in brackets. */
  readonly hostname: string
  /** Null for any. */
  readonly port: number | null
  /** Whether requests without TLS are allowed. */
  readonly isHttp: boolean
}

/** `callbacks.internal:8443`, `10.1.2.3`, `http://127.0.0.1:*`; null for anything else. */
export function readAllowedHost(given: string): AllowedHost | null {
  const [, scheme, host, digits] =
    /^(http:\/\/|https:\/\/)?(\[[0-9a-f:.]+\]|[^\s/:?#@[\]*]+)(?::(\d{1,5}|\*))?$/i.exec(given) ?? []
  if (host === undefined || !URL.canParse(`https://${host}/`)) return null
  const { hostname } = new URL(`https://${host}/`)
  const isHttp = scheme?.toLowerCase() === 'http://'
  const port = digits === '*' ? null : Number(digits ?? (isHttp ? 80 : 443))
  if (port === 0 || (port ?? 1) > 65535 || hostname.endsWith('.')) return null
  // 0x7f.1 is 127.0.0.1, which is probably not what was meant.
  if (isIP(hostname) === 4 && hostname !== host) return null
  return { hostname, port, isHttp }
}

export const isAllowedHost = (given: string): boolean => readAllowedHost(given) !== null

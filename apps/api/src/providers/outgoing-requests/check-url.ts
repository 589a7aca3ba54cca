import { isIP } from 'node:net'
import type { AllowedHost } from '#api/platform/settings/allowed-hosts.ts'
import { mayConnectTo } from './public-address.ts'
import type { UrlRefusal } from './port.ts'

export interface Target {
  readonly url: URL
  /** Named by the operator: its addresses may be private. */
  readonly isAllowed: boolean
}

const longestUrl = 4096

/**
 * Ports from 1024 that belong to services which aren't HTTP, or which hold data: those that browsers refuse (Fetch
 * Standard, "port blocking") and the usual databases, caches and management interfaces.
 */
const refusedPorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 3659, 4045, 4190, 5060,
  5061, 5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 8500, 9042,
  9092, 9200, 9300, 10080, 10250, 11211, 27017,
])

/** The URL as a target, or what is wrong with it. Checks the text only: names are resolved when connecting. */
export function checkUrl(text: string, allowedHosts: readonly AllowedHost[]): Target | UrlRefusal {
  // The parser drops white space and reads backslashes as slashes; another program may read such a URL differently.
  if (text.length > longestUrl || /[\s\\\u0000-\u001F\u007F]/.test(text)) return 'malformed'
  const [, scheme, authority] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)/i.exec(text) ?? []
  if (scheme === undefined || authority === undefined || !URL.canParse(text)) return 'malformed'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_https'
  if (authority.includes('@') || url.username || url.password) return 'credentials'
  if (isDisguised(url.hostname, authority)) return 'host_refused'
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const allowed = allowedHosts.filter(
    (host) => host.hostname === url.hostname && (host.port ?? port) === port,
  )
  if (url.protocol === 'http:' && !allowed.some(({ isHttp }) => isHttp)) return 'not_https'
  if (allowed.length > 0) return { url, isAllowed: true }
  if (port !== 443 && (port < 1024 || refusedPorts.has(port))) return 'port_refused'
  return isPublicHost(url.hostname) ? { url, isAllowed: false } : 'host_refused'
}

/** 134744072, 0x8.8.8.8 and 010.8.8.8 are spellings of an IPv4 address that are used only to get past a check. */
const isDisguised = (hostname: string, authority: string): boolean =>
  isIP(hostname) === 4 && authority.split(':', 1)[0] !== hostname

/** A name with a dot, or a public address. */
function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return mayConnectTo(hostname.slice(1, -1))
  if (isIP(hostname) === 4) return mayConnectTo(hostname)
  const labels = hostname.split('.')
  // A name without a dot belongs to the local network; with a dot at the end one host would have two names.
  return (
    labels.length > 1 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) && hostname.length <= 253
  )
}

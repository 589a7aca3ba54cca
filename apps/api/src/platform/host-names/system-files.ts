import { readFileSync } from 'node:fs'

// Both may change at any time, and are read in microseconds.
const hostsFile = '/etc/hosts'
const resolverFile = '/etc/resolv.conf'

/** Is the name the machine's own, or in the hosts file? */
export function isLocalName(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return namesIn(read(hostsFile)).has(hostname.toLowerCase())
}

/** hosts(5): an address, then names; `#` begins a comment. */
export const namesIn = (hosts: string): ReadonlySet<string> =>
  new Set(
    hosts.split('\n').flatMap((line) => {
      const [, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
      return names
    }),
  )

/** The names that a name may stand for, in the system's order. */
export const namesToQuery = (hostname: string): readonly string[] => expandName(hostname, read(resolverFile))

/**
 * resolv.conf(5): a name with fewer dots than `ndots` (1) is looked for in each domain of the search list first, any other as it is
 * first. In another order a name of one's own network could be found at a stranger's. A dot at the end: only as it is.
 */
export function expandName(hostname: string, settings: string): readonly string[] {
  if (hostname.endsWith('.')) return [hostname]
  const of = (keyword: string) =>
    settings
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([first]) => first === keyword)
  // The last of `search` and `domain` counts.
  const [, ...domains] = [...of('domain'), ...of('search')].at(-1) ?? []
  const ndots = of('options')
    .flat()
    .map((option) => /^ndots:(\d+)$/.exec(option)?.[1])
    .findLast((found) => found !== undefined)
  const inDomains = domains
    .filter((domain) => domain !== '.')
    .map((domain) => `${hostname}.${domain.replace(/\.$/, '')}`)
  const dots = hostname.split('.').length - 1
  return dots < Number(ndots ?? 1) ? [...inDomains, hostname] : [hostname, ...inDomains]
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

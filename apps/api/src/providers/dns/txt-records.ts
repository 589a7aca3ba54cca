import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { DnsUnavailable, type TxtRecords } from './port.ts'

interface Settings {
  /** Addresses, each with a port or without; the machine's own resolvers where there are none. */
  readonly servers: readonly string[]
  /** Of the first try at a server; the second waits longer. */
  readonly timeoutMs?: number | undefined
}

const tries = 2
/** A record of this kind is short: more of them, or longer ones, are someone's mischief. */
const mostRecords = 200

/** Asks the resolvers over UDP and, for a long answer, TCP. They are not the machine's cache: each look is a question. */
export function openTxtRecords({ servers, timeoutMs = 2000 }: Settings): TxtRecords {
  return {
    read: async (name) => {
      const resolver = new Resolver({ timeout: timeoutMs, tries })
      if (servers.length > 0) resolver.setServers(servers)
      try {
        const records = await resolver.resolveTxt(name)
        return records.slice(0, mostRecords).map((strings) => strings.join(''))
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code
        if (code === NOTFOUND || code === NODATA) return []
        throw new DnsUnavailable(`No answer about ${name}: ${code ?? String(error)}`, { cause: error })
      }
    },
  }
}

import dns, { type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { addressesToTry } from './addresses-to-try.ts'
import { queryAddresses, type ResolveHost } from './query-addresses.ts'
import { isLocalName, namesToQuery } from './system-files.ts'

interface Sources {
  readonly query: ResolveHost
  /** getaddrinfo. */
  readonly system: LookupFunction
  /** Is the name in the hosts file, or otherwise the machine's own? */
  readonly isLocal: (hostname: string) => boolean
  /** What a name stands for, in the order in which the system would ask. */
  readonly expand: (hostname: string) => readonly string[]
}

/**
 * A lookup that queries the name servers, and asks the system only for what they don't know or don't answer. The system's getaddrinfo
 * blocks one of the two threads that Node has for it until its name servers answer: two hosts whose names hang would keep this
 * process from its database, whose name is known. So there is one such call at a time of names that aren't answered, and one of
 * those that the name servers don't know. What the hosts file says goes first, and is the system's: it answers at once.
 */
export function nameServersFirst({ query, system, isLocal, expand }: Sources): LookupFunction {
  const pending = new Map<string, Promise<readonly LookupAddress[]>>()
  const last = {
    unknown: Promise.resolve() as Promise<unknown>,
    unanswered: Promise.resolve() as Promise<unknown>,
  }

  const askSystem = (hostname: string, options: LookupOptions): Promise<readonly LookupAddress[]> =>
    new Promise((resolve, reject) => {
      system(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) reject(error)
        else resolve(addresses as unknown as LookupAddress[])
      })
    })

  const askSystemInTurn = (line: keyof typeof last, hostname: string, options: LookupOptions) => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`
    const turn = pending.get(key) ?? last[line].then(() => askSystem(hostname, options))
    if (!pending.has(key)) {
      pending.set(key, turn)
      last[line] = turn.catch(() => {}).finally(() => pending.delete(key))
    }
    return turn
  }

  /** The first of the names that exists decides, as with the system. Another could be a stranger's. */
  const queryAll = async (hostname: string): Promise<readonly string[]> => {
    for (const name of expand(hostname)) {
      const addresses = await query(name)
      if (addresses.length > 0) return addresses
    }
    return []
  }

  const find = async (hostname: string, options: LookupOptions): Promise<readonly LookupAddress[]> => {
    let found: readonly string[]
    try {
      found = await queryAll(hostname)
    } catch {
      return askSystemInTurn('unanswered', hostname, options)
    }
    const wanted = addressesToTry(found).filter(({ family }) => isFamily(options.family, family))
    return wanted.length > 0 ? wanted : askSystemInTurn('unknown', hostname, options)
  }

  return (hostname, options, callback) => {
    if (isIP(hostname) > 0 || isLocal(hostname)) return system(hostname, options, callback)
    find(hostname, options).then(
      (addresses) => {
        const [first] = addresses
        // Outside the promise, where what the callback throws is an error like any other.
        if (options.all || !first) process.nextTick(callback, null, addresses)
        else process.nextTick(callback, null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => process.nextTick(callback, error, ''),
    )
  }
}

const isFamily = (wanted: LookupOptions['family'], family: number): boolean =>
  wanted === undefined || wanted === 0 || wanted === family || wanted === `IPv${family}`

/**
 * From now on, for every connection of this process, whichever library makes it: net, TLS, HTTP and fetch read `dns.lookup` when
 * they connect. Windows finds names in ways of its own, and keeps them.
 */
export function queryNameServersFirst(servers: readonly string[] = []): void {
  if (process.platform === 'win32') return
  const system = dns.lookup as LookupFunction
  const query = queryAddresses(servers)
  const lookup = nameServersFirst({ query, system, isLocal: isLocalName, expand: namesToQuery })
  const replaced = (
    hostname: string,
    options: LookupOptions | number | Parameters<LookupFunction>[2],
    callback: Parameters<LookupFunction>[2],
  ): void => {
    if (typeof options === 'function') lookup(hostname, {}, options)
    else lookup(hostname, typeof options === 'number' ? { family: options } : options, callback)
  }
  dns.lookup = Object.assign(replaced, { __promisify__: dns.lookup.__promisify__ }) as typeof dns.lookup
}

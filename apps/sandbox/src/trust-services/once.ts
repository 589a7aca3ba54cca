import { randomBytes } from 'node:crypto'

/** What is handed out under a secret name, for a while; taken or looked at by it. */
export type OneTimeStore<T> = {
  put(value: T): string
  get(name: string): T | undefined
  take(name: string): T | undefined
}

const kept = 1000

/** Sets an entry of a map that loses its oldest ones. */
export function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > kept && oldest !== undefined) map.delete(oldest)
}

export function openOnce<T>(lifetime: number, now = Date.now): OneTimeStore<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const get = (name: string): T | undefined => {
    const entry = entries.get(name)
    return entry && entry.until > now() ? entry.value : undefined
  }
  return {
    put: (value) => {
      const name = randomBytes(24).toString('base64url')
      remember(entries, name, { value, until: now() + lifetime })
      return name
    },
    get,
    take: (name) => {
      const value = get(name)
      entries.delete(name)
      return value
    },
  }
}

import { randomBytes } from 'node:crypto'

/** What is handed out under a secret name, for a while; taken or looked at by it. */
export type OneTimeStore<T> = {
  put(value: T): string
  get(name: string): T | undefined
  take(name: string): T | undefined
}

const kept = 1000

export function openOnce<T>(lifetime: number, now = Date.now): OneTimeStore<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const get = (name: string): T | undefined => {
    const entry = entries.get(name)
    return entry && entry.until > now() ? entry.value : undefined
  }
  return {
    put: (value) => {
      const name = randomBytes(24).toString('base64url')
      entries.set(name, { value, until: now() + lifetime })
      const [oldest] = entries.keys()
      if (entries.size > kept && oldest !== undefined) entries.delete(oldest)
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

import type { Credential as Needed } from '@countersign/contract/endpoint.ts'

/** Who calls: the session, nobody, a direct-sign visitor by the two ids of the link, or another bearer token. */
export type Credential = 'session' | 'none' | { userId: string; requestId: string } | { token: string }

/** The call's address with its parts filled in and encoded. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  const given = Object.entries((query ?? {}) as Record<string, string | number | null | undefined>)
  for (const [name, value] of given) if (value !== undefined && value !== null) search.set(name, `${value}`)
  return search.size > 0 ? `${address}?${search}` : address
}

/** The Authorization header, or null: bearer for a session, basic `userId:requestId` for a direct-sign visitor. */
export function authorizationOf(
  needed: Needed,
  credential: Credential | undefined,
  token: string | undefined,
): string | null {
  if (needed === 'none' || needed === 'token' || credential === 'none') return null
  if (typeof credential === 'object' && 'token' in credential) return `Bearer ${credential.token}`
  if (typeof credential === 'object') return `Basic ${btoa(`${credential.userId}:${credential.requestId}`)}`
  return token === undefined ? null : `Bearer ${token}`
}

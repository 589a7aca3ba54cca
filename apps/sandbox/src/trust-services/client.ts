/** The one customer of the services that know customers by OAuth: both are UUIDs, as MAB gives them out. */
export const client = {
  id: '6c1d7f0e-3b52-4d0a-9d3c-5f0d7a1c2e48',
  secret: 'b7a0c2de-91f4-4c35-8a6b-0e4f2d9c7a13',
} as const

/** By which customers sign the tokens of MAB's back channel (CIBA). */
export const jwtSecret = 'sandbox-jwt-shared-secret'

export const isClient = (id: unknown, secret: unknown): boolean =>
  id === client.id && secret === client.secret

/** An address with something added to its query. */
export function withQuery(address: string, query: Record<string, string | undefined>): string {
  const url = new URL(address)
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, value)
  return url.href
}

export const isWebAddress = (text: unknown): text is string =>
  typeof text === 'string' && /^https?:$/.test(URL.parse(text)?.protocol ?? '')

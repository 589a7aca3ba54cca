import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Clients } from './clients.ts'

/** What oidc-provider keeps between calls, for as long as the process lives; clients come from their own list. */
export function memoryAdapter(clients: Clients): AdapterFactory {
  const kept = new Map<string, { payload: AdapterPayload; expiresAt: number }>()
  const forget = (wanted: (payload: AdapterPayload) => boolean): void => {
    for (const [key, { payload, expiresAt }] of kept)
      if (wanted(payload) || expiresAt < Date.now()) kept.delete(key)
  }
  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`
    const find = async (id: string): Promise<AdapterPayload | undefined> => {
      if (model === 'Client') return clientOf(clients, id)
      const entry = kept.get(keyOf(id))
      return entry && entry.expiresAt >= Date.now() ? entry.payload : undefined
    }
    return {
      find,
      findByUid: async (uid) =>
        [...kept].find(([key, { payload }]) => key.startsWith(`${model}:`) && payload.uid === uid)?.[1]
          .payload,
      findByUserCode: async () => undefined,
      upsert: async (id, payload, expiresIn) => {
        forget(() => false)
        kept.set(keyOf(id), { payload, expiresAt: Date.now() + (expiresIn || 3600) * 1000 })
      },
      consume: async (id) => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => forget((payload) => payload.grantId === grantId),
    }
  }
}

function clientOf(clients: Clients, id: string): AdapterPayload | undefined {
  const client = clients.find(id)
  if (!client) return undefined
  return {
    client_id: client.id,
    client_secret: client.secret,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  }
}

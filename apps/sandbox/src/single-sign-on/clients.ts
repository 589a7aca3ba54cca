export type Client = { id: string; secret: string; redirectUris: string[] }

/** What the product signs in with, at this stand-in alone. */
export const productClient = { id: 'countersign', secret: 'a-secret-of-the-sandbox-and-of-nobody-else' }

export type Clients = {
  set(client: Client): void
  find(id: string): Client | undefined
}

export function openClients(redirectUris: readonly string[]): Clients {
  const clients = new Map<string, Client>()
  const set = (client: Client): void => void clients.set(client.id, client)
  set({ ...productClient, redirectUris: [...redirectUris] })
  return { set, find: (id) => clients.get(id) }
}

import type { Product } from '../../apps/api/src/testing/product.ts'

/** The sandbox's party answers so until it is told otherwise. */
export async function breakParty({ sandboxUrl }: Product, party: string, kind: string): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/api/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ party, kind, times: -1 }),
  })
  if (!answer.ok) throw new Error(`the sandbox refused the fault: ${answer.status}`)
}

export async function mendParties({ sandboxUrl }: Product): Promise<void> {
  await fetch(`${sandboxUrl}/api/faults`, { method: 'DELETE' })
}

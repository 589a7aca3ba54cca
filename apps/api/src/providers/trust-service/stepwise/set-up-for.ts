import { StepwiseSigningFailed } from './port.ts'
import type { SigningParty } from './port.ts'

/** By `QES:ZERTES` for people, by `seal:` and its name for seals: what an installation signs with for each. */
export type SigningTable = Readonly<Record<string, string>>

/** What is set up for this party. Throws StepwiseSigningFailed where nothing is. */
export function setUpFor(service: string, table: SigningTable, party: SigningParty): string {
  const key = keyOf(party)
  const entry = Object.hasOwn(table, key) ? table[key] : undefined
  if (!entry) throw new StepwiseSigningFailed('misconfigured', service, `nothing is set up for ${key}`)
  return entry
}

function keyOf(party: SigningParty): string {
  if (party.kind === 'person') return `${party.quality}:${party.legislation}`
  return party.kind === 'seal' ? `seal:${party.sealName}` : party.quality
}

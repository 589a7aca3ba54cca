import { StepwiseSigningFailed } from './port.ts'
import type { SigningParty } from './port.ts'

/**
 * What an installation signs with for each: by `QES:ZERTES` for people; for a seal by `seal:` and its name, or by
 * `SEAL_QES:ZERTES` where the service itself knows organisations by their names.
 */
export type SigningTable = Readonly<Record<string, string>>

/** What is set up for this party. Throws StepwiseSigningFailed where nothing is. */
export function setUpFor(service: string, table: SigningTable, party: SigningParty): string {
  const keys = keysOf(party)
  const key = keys.find((one) => Object.hasOwn(table, one))
  const entry = key && table[key]
  if (!entry) throw new StepwiseSigningFailed('misconfigured', service, `nothing is set up for ${keys[0]}`)
  return entry
}

function keysOf(party: SigningParty): [string, ...string[]] {
  if (party.kind === 'person') return [`${party.quality}:${party.legislation}`]
  if (party.kind === 'seal') return [`seal:${party.sealName}`, `SEAL_${party.quality}:${party.legislation}`]
  return [party.quality]
}

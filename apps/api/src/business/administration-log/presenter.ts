import type * as contract from '@countersign/contract/administration-log.ts'
import { hashedText } from '#api/evidence/event.ts'
import type { StoredEvent } from '#api/evidence/repository.ts'

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

export function presentAction(act: StoredEvent): contract.AdministrativeAction {
  const { accountId, name, email, address } = act.actor
  return {
    seq: act.seq,
    type: act.type,
    at: act.at.toISOString(),
    actor: { id: accountId ?? null, name: name ?? email ?? '', address },
    data: act.data,
    previousHash: hex(act.previousHash),
    hash: hex(act.hash),
  }
}

/**
 * One line of the export. `event` is written as it is hashed: `hash` is the SHA-256 of the bytes of `previousHash` and
 * of the text that stands for `event` here, and the `previousHash` of each line is the `hash` of the line before.
 */
export function exportLine(act: StoredEvent): string {
  return `{"event":${hashedText(act)},"previousHash":"${hex(act.previousHash)}","hash":"${hex(act.hash)}"}\n`
}

import { StoreMismatch } from '#api/app/installation/own-installation.ts'
import type { DocumentStoreSettings } from '#api/platform/settings/document-store.ts'
import { holdOnlyStore, type LockingClient } from './repository.ts'

/** A process with one store says so for as long as its connection lives, and doesn't start while documents move away from it. */
export async function refuseWhileMoving(
  client: LockingClient,
  { kinds: [kind, other] }: DocumentStoreSettings,
): Promise<void> {
  if (other !== undefined || (await holdOnlyStore(client, kind))) return
  throw new StoreMismatch(
    `Documents are being moved away from the store that STORE=${kind} names. Set it to both stores, ` +
      'or to the new one once they have moved.',
  )
}

import { canonicalEmail } from '@countersign/contract/email.ts'
import * as integrationSigners from '#api/integration/signature-requests/signer-repository.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import { respellGuest } from '#api/signing/identifications/repository.ts'
import * as observers from '#api/signing/observers/repository.ts'
import { refreshAccess } from '#api/signing/signature-requests/lists/access-repository.ts'
import { lockRowForNoKeyUpdate } from '#api/signing/signature-requests/lock-repository.ts'
import * as signers from '#api/signing/signature-requests/signers/signer-repository.ts'
import * as signerNumbers from '#api/signing/signer-numbers/repository.ts'
import * as senderImages from '#api/signing/signing/appearance/sender-image-repository.ts'
import { iteratePeople } from './people-repository.ts'

/** The addresses of everyone who takes part in a request, a request at a time. Answers in how many something was converted. */
export async function convertRequests({ db }: Pick<Context, 'db'>): Promise<number> {
  const converted = new Set<string>()
  for await (const { id, values } of iteratePeople(db)) {
    const addresses = [...new Set(addressesIn(values))].filter((one) => one !== canonicalEmail(one))
    if (addresses.length === 0) continue
    await convertRequest({ db }, id, addresses)
    converted.add(id)
  }
  return converted.size
}

async function convertRequest(
  { db }: Pick<Context, 'db'>,
  id: string,
  addresses: readonly string[],
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await lockRowForNoKeyUpdate(tx, id))) return
    for (const from of addresses) {
      const address = { from, to: canonicalEmail(from) }
      await signers.respell(tx, id, address)
      await observers.respell(tx, id, address)
      await signerNumbers.respell(tx, id, address)
      await senderImages.respell(tx, id, address)
      await integrationSigners.respell(tx, id, address)
      await respellGuest(tx, id, address)
    }
    await refreshAccess(tx, id)
  })
}

/** Names are among them, of a person who delegated: no name has an @. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('@') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : []
}

import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import * as requests from '#api/signing/signature-requests/repository.ts'
import { documentsToSign } from '#api/signing/signature-requests/signature-request.ts'
import {
  findPrepared,
  insertPrepared,
  type PreparedRow,
} from '#api/signing/signing/prepared-signatures/prepared-repository.ts'
import { prepareFor } from '#api/signing/signing/prepared-signatures/prepare-for.ts'
import type { Signing } from '#api/signing/signing/repository.ts'

/** What is prepared already stays as it is: its digest may be known to the service. */
export async function prepareAll(context: Context, signings: readonly Signing[]) {
  const ids = signings.map(({ id }) => id)
  const known = await findPrepared(context.db, ids)
  const titles: string[] = []
  const labels = new Map<string, string>()
  for (const signing of signings) {
    const request = await requests.find(context.db, signing.request_id)
    const signature = request?.signatures.find(({ id }) => id === signing.signature_id)
    if (!request || !signature) throw new Error('The signature to be approved is gone')
    for (const { id, name } of documentsToSign(request, signature)) labels.set(`${signing.id}.${id}`, name)
    titles.push(request.title)
    if (known.some(({ signing_id }) => signing_id === signing.id)) continue
    const prepared = await prepareFor(context, { request, signature, signing })
    await transaction(context.db, (tx) => insertPrepared(tx, prepared))
  }
  const rows: PreparedRow[] = await findPrepared(context.db, ids)
  const documents = rows.map(({ signing_id, document_id, digest }) => {
    const id = `${signing_id}.${document_id}`
    return { id, digest, label: labels.get(id) ?? '' }
  })
  return { documents, titles }
}

import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { requestedSignerOf } from '#api/signing/signature-requests/policy.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { savedValue } from './final-values.ts'
import { findInput } from './repository.ts'

/** A request as it is shown, with what the one who looks at it has filled in so far. */
export async function withInput(
  context: Context,
  shown: contract.SignatureRequest,
  request: SignatureRequest,
  actor: Participant,
): Promise<contract.SignatureRequest> {
  const signatures = await Promise.all(
    shown.signatures.map(async (one) => {
      const signature = request.signatures.find(({ id }) => id === one.sid)
      const signer = signature && requestedSignerOf(signature, actor)
      const isOpen = request.status === 'OPEN' && ['OPEN', 'WAITING'].includes(one.status_code)
      if (!signer || !isOpen || signer.documents.every(({ fields }) => fields.length === 0)) return one
      const input = await findInput(context.db, signer)
      const document_signatures = one.document_signatures.map((document) => ({
        ...document,
        fields: document.fields.map((field) => {
          const own = signer.documents.flatMap(({ fields }) => fields).find(({ id }) => id === field.id)
          const value = own && savedValue(own, input)
          return value === undefined ? field : { ...field, input: value }
        }),
      }))
      return { ...one, document_signatures }
    }),
  )
  return { ...shown, signatures }
}

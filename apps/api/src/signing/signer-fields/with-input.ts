import type * as contract from '@countersign/contract/signature-request-shapes.ts'
import type { Participant } from '#api/platform/actor.ts'
import type { Context } from '#api/providers/context.ts'
import { requestedSignerOf } from '#api/signing/signature-requests/policy.ts'
import { knownName } from '#api/signing/signature-requests/signers/known-name.ts'
import type { SignatureRequest } from '#api/signing/signature-requests/signature-request.ts'
import { savedValue } from './final-values.ts'
import { knownValue } from './known-value.ts'
import { normalValue } from './normal-value.ts'
import { findInput } from './repository.ts'

/** A request as it is shown, with what the person who views it has filled in so far, and what is filled in for them. */
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
      const known = { email: signer.email, name: knownName(actor, signer) }
      const document_signatures = one.document_signatures.map((document) => ({
        ...document,
        fields: document.fields.map((field) => {
          const own = signer.documents.flatMap(({ fields }) => fields).find(({ id }) => id === field.id)
          if (!own) return field
          const saved = savedValue(own, input)
          const ownValue = own.value === null ? knownValue(own, known) : null
          return {
            ...field,
            ...(saved === undefined ? {} : { input: saved }),
            ...(ownValue === null ? {} : { own_value: normalValue(own, ownValue) }),
          }
        }),
      }))
      return { ...one, document_signatures }
    }),
  )
  return { ...shown, signatures }
}

import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { initialsOf } from '#web/ui/initials.ts'
import { fieldsOf, ownSignature } from '../has-fields.ts'
import { problemOf, startingValues } from './filling.ts'
import type { SignerField } from './own-fields.ts'

type Signature = SignatureRequest['signatures'][number]

/** What is known of a signer: offered where the sender prefilled nothing. */
export function knownOf({
  signer_identity_data: of,
}: Signature): Partial<Record<SignerField['type'], string>> {
  const name = [of.first_name, of.last_name].filter(Boolean).join(' ')
  return { NAME: name, EMAIL: of.email_address, INITIALS: name && initialsOf(name, '') }
}

/** Has the viewer still to fill in something before this request can be signed without being opened? */
export function hasMissingFields(request: SignatureRequest): boolean {
  const signature = ownSignature(request)
  if (!signature) return false
  const fields = fieldsOf(signature)
  const values = startingValues(fields, knownOf(signature))
  return fields.some((field) => problemOf(field, values[field.id] ?? null) !== null)
}

import { IdentityData } from '@countersign/contract/signature-request-shapes.ts'
import { Email, Language, line, text } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'

// What each form takes, of the contract's own parts.

const message = text(2048)
const name = line(100)

export const Said = z.object({ message })
export const OtherSigner = z.object({
  email: Email,
  first_name: name,
  last_name: name,
  language: Language,
  message,
})
export const NewSigner = z.object({ signer_identity_data: IdentityData })
export const Address = z.object({ email: Email })

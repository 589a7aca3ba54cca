import { Email, Language, line, text } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'

// What each form takes, of the contract's own parts. Its shapes would bring the calls of documents along to every page.

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
export const Identity = z.object({
  email_address: Email,
  first_name: name,
  last_name: name,
  language: Language,
})
export const NewSigner = z.object({ signer_identity_data: Identity })
export const Correction = z.object({
  title: line(200, 1),
  message: text(4000),
  expiration_date: z.string(),
})
/** Of a request that expires: no day leaves it as it is. */
export const DatedCorrection = z.extend(Correction, { expiration_date: line(10, 1) })
export const Address = z.object({ email: Email })

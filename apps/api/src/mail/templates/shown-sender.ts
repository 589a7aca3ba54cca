import { shownName } from './shown-text.ts'
import type { Wording } from './wording.ts'

interface Sender {
  readonly senderName: string
  readonly senderEmail?: string | undefined
  readonly business?: string
}

/** Who asks: their name, the address that one knows them by, and for which business. */
export function shownSender({ senderName, senderEmail, business }: Sender, wording: Wording): string {
  const name = shownName(senderName)
  const email = shownName(senderEmail ?? '')
  const person = email === '' || email === name ? name : `${name} (${email})`
  const company = shownName(business ?? '')
  // An API user asks in the name of its business.
  return company === '' || company === person ? person : wording.ofBusiness(person, company)
}

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const fields: Record<string, MessageDescriptor> = {
  title: msg`Title`,
  message: msg`Message`,
  quality: msg`Signature level`,
  legislation: msg`Legal framework`,
  expiresAt: msg`Expires on`,
  documents: msg`Document order`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  mobile: msg`Mobile number`,
  language: msg`Language`,
  sequence: msg`Signing order`,
  notify: msg`Emails`,
}
const places = msg`Signature field`
const other = msg`Other`

/** What of the request, or of a signer, was changed. */
export function fieldName(field: string, ofSigner: boolean): MessageDescriptor {
  if (field === 'documents' && ofSigner) return places
  return fields[field] ?? other
}

import type { Correction } from '@countersign/contract/corrections.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const names: Record<string, MessageDescriptor> = {
  title: msg`Title`,
  message: msg`Message`,
  quality: msg`Signature level`,
  legislation: msg`Legal framework`,
  expiresAt: msg`Expires on`,
  signedDocument: msg`Signed documents in the completion email`,
  signatureProtocol: msg`Audit trail in the completion email`,
  documents: msg`Document order`,
  document: msg`Signs this document`,
  editors: msg`Editors`,
  email: msg`Email`,
  firstName: msg`First name`,
  lastName: msg`Last name`,
  mobile: msg`Mobile number`,
  role: msg`Role`,
  language: msg`Language`,
  sequence: msg`Signing order`,
  notify: msg`Emails`,
  places: msg`Signature field`,
  place: msg`Position`,
  formField: msg`Form field of the document`,
  type: msg`Field type`,
  label: msg`Label`,
  value: msg`Prefilled value`,
  required: msg`Required`,
  readOnly: msg`Read-only`,
  fontSize: msg`Font size`,
  tooltip: msg`Tooltip`,
  alignment: msg`Alignment`,
  multiline: msg`Several lines`,
  maxLength: msg`Maximum length`,
  comb: msg`One box per character`,
  pattern: msg`Format`,
  options: msg`Options`,
}

const other = msg`Other`

/** What of the request, of a signer or of a field was changed. */
export function changedName({ name, signer }: Pick<Correction, 'name' | 'signer'>): MessageDescriptor {
  return names[name === 'documents' && signer !== null ? 'places' : name] ?? other
}

import type * as contract from '@countersign/contract/integration/shapes.ts'

// What the examples are made of. The ids are those of one story: Lindenhof AG sends a rental contract to Luc Favre.

export const ids = {
  request: '6f1c3a52-9d0e-4b57-8a43-1f2e5c7b9d10',
  draft: '0b7e4d19-52a6-4c8f-9e31-7d4a6b2c8f05',
  document: 'c2a9e6d4-1b73-4f58-a0c6-3e8d5f7b1a24',
  version: 'e84b1f07-6c2d-4a95-b3e8-9f0a7d5c4b36',
  signature: '3d5f8b20-7e14-4c69-92ad-0b6c1e9f7a48',
  attachment: '91e7c3b5-0f68-4d2a-8c17-5a4e9d3b6f59',
  observer: '58a0d6f2-c419-4e7b-a3d5-2c9f8e1b7460',
  callback: 'a7f25c81-3e90-4b64-bd28-6e1d0c9a5f71',
  business: '24c8e1a6-7b05-4f93-8d6e-b1f4a9c07d82',
  submission: 'f03b9d75-8a21-4e6c-95b0-4d7f2c8e1a93',
  activity: '7c61e0f4-2d98-4b35-a7e9-8f5b3d1c6a04',
} as const

export const accessCode = '1d9f6a38-b5c2-4e07-8f4a-c6e3b0d7925e'
export const apiUser = 'api_prod_lindenhof-ag_3f9a27c1d5'

/** A page with nothing on it: the smallest document that can be signed. */
export const content = Buffer.from(emptyPdf()).toString('base64')

function emptyPdf(): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`
  return `${file}${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}

const at = '2026-11-27T09:30:00.000Z'
export const position = { page: '0', x: 100, y: 600, width: 180, height: 60 }
const shownPosition = { ...position, rotation: 0 as const }
const email = 'luc.favre@example.org'

/** A signer without an account, as a request names them. */
export const signer = {
  signer_identity_data: {
    email_address: email,
    first_name: 'Luc',
    last_name: 'Favre',
    language: 'fr' as const,
  },
}

const signature = {
  sid: ids.signature,
  account_email: null,
  signer_identity_data: {
    ...signer.signer_identity_data,
    mobile_number: null,
    identity_reference: null,
    identification_require_evidence: false as const,
    provider: null,
    evidence_id: null,
  },
  sequence: -1,
  notify: true,
  language: 'fr' as const,
  signing_url: `https://sign.example.com/view/${ids.request}/Vb3kT9xQ2mLr7nYp`,
  signed_at: null,
  signed_quality: null,
  signed_legislation: null,
  last_viewed_at: null,
  decline_message: null,
}
const visual = { position: shownPosition, positions: [shownPosition], form_field: null, image: null }

const shared = {
  title: 'Rental contract',
  message: 'Please sign by Friday.',
  legislation: null,
  quality: 'SES' as const,
  expiration_date: '2027-02-25T09:30:00.000Z',
  attachments: [],
  callback_success_url: 'https://example.com/signed?request=COUNTERSIGN_SIGNATURE_REQUEST_ID',
  callback_error_url: null,
  callback_update_url: null,
  custom: 'tenant-4711',
  attach_on_success: [],
  creator: null,
  owner: apiUser,
  read_access: [email, apiUser],
  write_access: [apiUser],
  created_at: at,
  updated_at: at,
}

export const requestV2: contract.SignatureRequestV2 = {
  ...shared,
  id: ids.request,
  signing_url: `https://sign.example.com/view/${ids.request}`,
  document_id: ids.document,
  status_overall: 'OPEN',
  business: ids.business,
  signatures: [{ ...signature, status_code: 'OPEN', visual_signature: visual }],
  cc_email_addresses: [],
}

export const draftV3: contract.SignatureRequestV3 = {
  ...shared,
  id: ids.draft,
  signing_url: `https://sign.example.com/view/${ids.draft}`,
  documents: [{ id: ids.document, name: 'Rental contract.pdf', version_id: ids.document }],
  status_overall: 'DRAFT',
  read_access: [apiUser],
  expiration_date: null,
  business_id: ids.business,
  origin: 'API',
  signatures: [
    {
      ...signature,
      signing_url: null,
      status_code: 'DRAFT',
      signer_group_id: null,
      invited_by: apiUser,
      document_signatures: [{ document_id: ids.document, visual_signature: visual }],
    },
  ],
  observers: [],
}

export const requestV3: contract.SignatureRequestV3 = {
  ...draftV3,
  id: ids.request,
  signing_url: requestV2.signing_url,
  status_overall: 'OPEN',
  read_access: shared.read_access,
  expiration_date: shared.expiration_date,
  signatures: draftV3.signatures.map((one) => ({
    ...one,
    signing_url: signature.signing_url,
    status_code: 'OPEN',
  })),
}

export const observer: contract.Observer = {
  id: ids.observer,
  type: 'USER',
  invited_at: at,
  invited_by: apiUser,
  user_info: { id: ids.observer, email: 'mara.lindt@example.org' },
}

export const apiDocument = {
  id: ids.document,
  parent_id: null,
  title: 'Rental contract',
  content_type: 'application/pdf',
  size: 397,
  page_count: 1,
  page_width: 595,
  page_height: 842,
  signature_fields: [],
  owner: apiUser,
  read_access: [apiUser],
  write_access: [apiUser],
  created_at: at,
  updated_at: at,
}

export const callback = {
  id: ids.callback,
  signature_request_id: ids.request,
  type: 'SUCCESS' as const,
  state: 'COMPLETED' as const,
  url: `https://example.com/signed?request=${ids.request}`,
  attempts: 1,
  messages: [],
  owner: apiUser,
  created_at: at,
  updated_at: at,
}

const ses = { quality: 'SES', provider: 'COUNTERSIGN', legislation: 'UNDEFINED' }
export const qualities = {
  qes: {},
  aes_minimal: {},
  aes: {},
  ses: { any: ses },
  demo: { any: { ...ses, quality: 'DEMO' } },
  seal: { aes: {}, qes: {} },
  part11: {},
}

const person = { first_name: '', last_name: '', mobile: '' }
export const activity = {
  id: ids.activity,
  action: 'SIGNED' as const,
  timestamp: at,
  signature_request_id: ids.request,
  business_id_paid_by: ids.business,
  cost_center: null,
  initiator: { ...person, email: apiUser, first_name: 'Lindenhof AG', type: 'api' as const },
  signer: { ...person, email, first_name: 'Luc', last_name: 'Favre', type: 'external' as const },
  quality: 'SES',
  legislation: null,
}

import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { SignerFieldOfRequest } from '@countersign/contract/signer-fields.ts'

type Signature = SignatureRequest['signatures'][number]
type Can = SignatureRequest['viewer']['can']

/** A signature as the api answers it: one's own to make, unless the test says otherwise. */
export function aSignature(change: Partial<Signature> = {}): Signature {
  return {
    sid: 's1',
    account_email: null,
    has_account: false,
    signer_identity_data: {
      email_address: 'anna@example.com',
      first_name: 'Anna',
      last_name: 'Muster',
      mobile_number: null,
      language: 'en',
    },
    signer_group: null,
    sequence: -1,
    notify: true,
    language: 'en',
    status_code: 'OPEN',
    signed_at: null,
    signed_name: null,
    decline_message: null,
    delegated_by: null,
    role: null,
    remind_again_at: null,
    is_viewer: true,
    delivery: null,
    signing: null,
    all_documents: true,
    document_signatures: [],
    ...change,
  }
}

/** A text field of a signer, unless the test says otherwise. */
export function aSignerField(change: Partial<SignerFieldOfRequest> = {}): SignerFieldOfRequest {
  return {
    id: 'f1',
    type: 'TEXT',
    label: 'IBAN',
    required: false,
    read_only: false,
    value: null,
    font_size: null,
    tooltip: null,
    alignment: 'left',
    multiline: false,
    max_length: null,
    comb: false,
    pattern: 'text',
    position: { page: '0', x: 10, y: 20, width: 180, height: 22 },
    form_field: null,
    options: [],
    ...change,
  }
}

/** What one may do: nothing but look, and what the test adds. */
export function mayDo(change: Partial<Can> = {}): Can {
  return {
    edit: false,
    initiate: false,
    sign: false,
    decline: false,
    withdraw: false,
    remind: false,
    delegate: false,
    addObserver: false,
    leave: false,
    delete: false,
    download: true,
    ...change,
  }
}

/** An open request with one document and nobody who signs. */
export function aRequest(change: Partial<SignatureRequest> = {}): SignatureRequest {
  return {
    id: 'r',
    title: 'Lease',
    message: '',
    quality: 'SES',
    legislation: null,
    status_overall: 'OPEN',
    signing_url: '',
    documents: [{ id: 'd', name: 'Lease.pdf', version_id: 'd-v2', page_count: 2, size: 1 }],
    signatures: [],
    owner: { email: 'me@example.com', name: 'Me' },
    observers: [],
    attachments: [],
    withdraw_message: null,
    retention: null,
    viewer: { role: 'signer', status: 'TO_SIGN', can: mayDo() },
    expiration_date: null,
    created_at: '2026-11-20T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
    initiated_at: null,
    completed_at: null,
    ...change,
  }
}

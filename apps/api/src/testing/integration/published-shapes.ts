import * as z from 'zod'

// The published shapes, written down from their description and not from our contract: a member that is missing, or one too
// many, is an error. Clients in use read them with strict parsers.

const uuid = z.uuid()
const time = z.iso.datetime()
const text = z.string()
const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable()

const position = z.strictObject({
  page: z.string().regex(/^\d+$/),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  rotation: z.number(),
})
const visualSignature = z.strictObject({
  position: nullable(position),
  positions: z.array(position),
  form_field: nullable(text),
  image: nullable(z.strictObject({ content: z.base64(), content_type: z.literal('image/png') })),
})
const quality = z.enum(['SES', 'AES', 'AES_MINIMAL', 'QES', 'DEMO', 'PART11'])
const legislation = z.enum(['ZERTES', 'EIDAS'])
const language = z.enum(['en', 'de', 'fr', 'it'])

const signer = {
  sid: uuid,
  account_email: nullable(z.email()),
  signer_identity_data: nullable(
    z.strictObject({
      email_address: z.email(),
      first_name: nullable(text),
      last_name: nullable(text),
      mobile_number: nullable(text),
      language: nullable(language),
      identity_reference: nullable(text),
      identification_require_evidence: z.boolean(),
      provider: nullable(text),
      evidence_id: nullable(text),
    }),
  ),
  sequence: z.int(),
  notify: z.boolean(),
  language,
  signing_url: nullable(z.url()),
  signed_at: nullable(time),
  signed_quality: nullable(quality),
  signed_legislation: nullable(legislation),
  last_viewed_at: nullable(time),
  decline_message: nullable(text),
}

const request = {
  id: uuid,
  title: text,
  message: text,
  legislation: nullable(legislation),
  quality,
  signing_url: z.url(),
  expiration_date: nullable(time),
  attachments: z.array(z.strictObject({ attachment_id: uuid, filename: text })),
  callback_success_url: nullable(z.url()),
  callback_error_url: nullable(z.url()),
  callback_update_url: nullable(z.url()),
  custom: nullable(text),
  attach_on_success: z.array(z.enum(['SIGNED_DOCUMENT', 'SIGNATURE_PROTOCOL'])),
  creator: nullable(z.email()),
  owner: text,
  read_access: z.array(text),
  write_access: z.array(text),
  created_at: time,
  updated_at: time,
}

export const requestV2 = z.strictObject({
  ...request,
  document_id: uuid,
  status_overall: z.enum(['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'EXPIRED', 'ERROR']),
  business: nullable(uuid),
  cc_email_addresses: z.array(z.email()),
  signatures: z.array(
    z.strictObject({
      ...signer,
      status_code: z.enum(['OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR']),
      visual_signature: nullable(visualSignature),
    }),
  ),
})

export const observer = z.strictObject({
  id: uuid,
  type: z.literal('USER'),
  invited_at: time,
  invited_by: text,
  user_info: z.strictObject({ id: uuid, email: z.email() }),
})

export const requestV3 = z.strictObject({
  ...request,
  documents: z.array(z.strictObject({ id: uuid, name: text, version_id: uuid })),
  status_overall: z.enum(['DRAFT', 'OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'EXPIRED', 'ERROR']),
  business_id: nullable(uuid),
  origin: text,
  observers: z.array(observer),
  signatures: z.array(
    z.strictObject({
      ...signer,
      status_code: z.enum(['DRAFT', 'WAITING', 'OPEN', 'DECLINED', 'WITHDRAWN', 'SIGNED', 'ERROR']),
      signer_group_id: nullable(uuid),
      invited_by: text,
      document_signatures: z.array(
        z.strictObject({ document_id: uuid, visual_signature: nullable(visualSignature) }),
      ),
    }),
  ),
})

export const document = z.strictObject({
  id: uuid,
  parent_id: nullable(uuid),
  title: text,
  content_type: z.literal('application/pdf'),
  size: z.int(),
  page_count: z.int(),
  page_width: z.int(),
  page_height: z.int(),
  signature_fields: z.array(
    z.strictObject({ name: text, signed: z.boolean(), positions: z.array(position) }),
  ),
  owner: text,
  read_access: z.array(text),
  write_access: z.array(text),
  created_at: time,
  updated_at: time,
})
export const documentContent = z.strictObject({
  content_type: z.literal('application/pdf'),
  content_size: z.int(),
  content: z.base64(),
})

const userAction = z.strictObject({
  name: text,
  ip: nullable(text),
  time: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT$/),
  quality: nullable(text),
  legislation: nullable(text),
  documents: z.array(z.strictObject({ documentId: text, documentSha256: z.string().length(64) })),
  documentId: nullable(text),
  documentSha256: nullable(text),
  documentPageCount: z.int().min(0),
  documentSize: z.int().min(0),
  message: nullable(text),
  signatureId: nullable(text),
  signersAdded: z.array(text),
  signersRemoved: z.array(text),
  observersAdded: z.array(text),
  observersRemoved: z.array(text),
  delegatees: z.array(text),
  delegatedSignatureId: nullable(text),
  newSignatureIds: z.array(text),
  certificateSubject: nullable(text),
  certificateSerial: nullable(text),
  certificateIssuer: nullable(text),
  signatureImage: nullable(text),
  signerGroupsAdded: z.array(text),
  signerGroupsRemoved: z.array(text),
  signerGroupName: nullable(text),
  mabEvidenceId: nullable(text),
})
export const report = z.strictObject({
  header: z.strictObject({
    signatureRequestID: uuid,
    title: text,
    status: text,
    signatureCount: z.int(),
    signatureCountSigned: z.int(),
    attachmentNames: text,
  }),
  userList: z.array(
    z.strictObject({
      id: text,
      firstname: text,
      lastname: text,
      groupName: text,
      email: nullable(text),
      mobile: text,
      businessName: text,
      userActions: z.array(userAction),
    }),
  ),
  error: nullable(text),
})

const person = z.strictObject({
  email: text,
  first_name: text,
  last_name: text,
  type: z.enum(['member', 'external', 'api', 'unknown']),
  mobile: text,
})
export const activities = z.strictObject({
  total_pages: z.int(),
  total_items: z.int(),
  current_page: z.int(),
  size: z.int(),
  activities: z.array(
    z.strictObject({
      id: text,
      action: z.enum(['SIGNED', 'SEALED']),
      timestamp: time,
      signature_request_id: text,
      business_id_paid_by: text,
      cost_center: nullable(text),
      initiator: person,
      signer: person,
      quality,
      legislation: nullable(legislation),
    }),
  ),
})

const level = z.strictObject({ quality: text, provider: text, legislation: text })
const byLaw = z.strictObject({ zertes: level.optional(), eidas: level.optional() })
const any = z.strictObject({ any: level.optional() })
export const qualities = z.strictObject({
  qes: byLaw,
  aes_minimal: byLaw,
  aes: any,
  ses: any,
  demo: any,
  seal: z.strictObject({ aes: z.record(text, level), qes: z.record(text, level) }),
  part11: any,
})

export const sendTo = z.strictObject({ url: z.url(), id: uuid, access_code: uuid })
export const tracked = z.strictObject({
  status: z.enum(['UNCLAIMED', 'EXPIRED', 'CLAIMED', 'SIGNING', 'SIGNED', 'WITHDRAWN', 'DECLINED']),
  creator: nullable(text),
  signers: nullable(z.array(text)),
})
export const health = z.strictObject({ status: text, groups: z.array(text) })

const level1 = z.enum(['SES', 'AES', 'QES'])
const law = z.enum(['WORLD', 'CH', 'EU', 'CH_EU'])
const found = {
  longTermValidation: z.boolean(),
  visualDifferences: z.boolean(),
  undefinedChanges: z.boolean(),
}
export const validation = z.strictObject({
  id: uuid,
  valid: z.boolean(),
  signatures: z.int(),
  validSignatures: z.int(),
  quality: nullable(level1),
  legislation: nullable(law),
  ...found,
  additionalInfos: z
    .strictObject({
      signer: z.array(
        z.strictObject({
          valid: z.boolean(),
          signer: text,
          time,
          quality: level1,
          legislation: law,
          ...found,
          certificate: z.strictObject({
            subject: text,
            issuer: text,
            serialNumber: z.string().regex(/^\d+$/),
          }),
          optionalInfos: z.strictObject({
            name: text.optional(),
            contact: text.optional(),
            location: text.optional(),
            reason: text.optional(),
          }),
        }),
      ),
      format: z.strictObject({
        fileType: text,
        quality: text.optional(),
        producer: text.optional(),
      }),
      validation: z.strictObject({
        indication: text,
        subIndication: text.optional(),
        details: z.array(text),
      }),
    })
    .optional(),
})

export const problem = z.strictObject({
  type: z.enum([
    '/problem/problem-with-message',
    '/problem/entity-not-found',
    '/problem/feature-not-enabled',
    '/problem/constraint-violation',
    '/problem/parameterized',
    '/problem/limit-exceeded',
  ]),
  method: text,
  path: text,
  status: z.int(),
  message: text,
  key: text,
  /** Of ours: each wrong field by its path. */
  fields: z.array(z.strictObject({ field: text, code: text, message: text })).optional(),
})

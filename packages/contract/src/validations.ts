import * as z from 'zod/mini'
import { Page } from './documents.ts'
import { binary, endpoint } from './endpoint.ts'
import { Base64, Id, Instant, line, wholeNumber } from './values.ts'

/**
 * Validating a signed PDF from any provider, without signing in. The result is kept for an hour under a secret id, and
 * can be deleted earlier.
 */

const Indication = z.enum(['TOTAL_PASSED', 'TOTAL_FAILED', 'INDETERMINATE'])

/** Something found: a code of a closed list (see the reference) and what is in its sentence. */
export const Finding = z.object({
  code: z.string(),
  parameters: z.optional(z.record(z.string(), z.string())),
})
export type Finding = z.infer<typeof Finding>

const Certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  notBefore: Instant,
  notAfter: Instant,
  sha256: z.string(),
  revocation: z.enum(['good', 'revoked', 'unknown', 'none']),
  revokedAt: z.optional(Instant),
  isAnchor: z.boolean(),
})

const Signer = z.object({
  subject: z.string(),
  displayName: z.string(),
  names: z.record(z.string(), z.optional(z.string())),
})

const Qualification = z.object({
  result: z.enum([
    'QES',
    'QESEAL',
    'ADES_QC',
    'ADESEAL_QC',
    'ADES',
    'QUALIFIED_TIMESTAMP',
    'TIMESTAMP',
    'NOT_KNOWN',
  ]),
  legislation: z.nullable(z.enum(['EU', 'CH'])),
  territory: z.optional(z.string()),
  trustServiceProvider: z.optional(z.string()),
  trustService: z.optional(z.string()),
})

const Change = z.object({
  kind: z.string(),
  permitted: z.boolean(),
  visible: z.boolean(),
  revision: z.optional(z.int()),
  field: z.optional(z.string()),
  page: z.optional(z.int()),
})
export type Change = z.infer<typeof Change>

/** One signature or document timestamp, in the words of ETSI EN 319 102-1. */
export const ValidatedSignature = z.object({
  id: z.string(),
  field: z.string(),
  type: z.enum(['signature', 'timestamp']),
  indication: Indication,
  subIndication: z.optional(z.string()),
  withReservation: z.boolean(),
  subFilter: z.string(),
  format: z.enum(['PADES', 'CMS', 'TIMESTAMP', 'UNKNOWN']),
  level: z.nullable(z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA'])),
  signer: z.nullable(Signer),
  /** Valid, and made with the certificate this installation signs for people with: their name is the one in `claims`. */
  sharedCertificate: z.optional(z.boolean()),
  chain: z.array(Certificate),
  signedAt: z.nullable(Instant),
  timestampAt: z.nullable(Instant),
  timestampAuthority: z.nullable(Signer),
  claims: z.object({
    name: z.optional(z.string()),
    reason: z.optional(z.string()),
    location: z.optional(z.string()),
  }),
  qualification: Qualification,
  algorithms: z.array(
    z.object({
      use: z.string(),
      name: z.string(),
      reliable: z.boolean(),
      reliableUntil: z.optional(Instant),
    }),
  ),
  /** The revision of the file it signs, from 1. */
  revision: z.nullable(z.int()),
  coversWholeFile: z.boolean(),
  certifies: z.nullable(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  changesAfter: z.array(Change),
  errors: z.array(Finding),
  warnings: z.array(Finding),
  infos: z.array(Finding),
})
export type ValidatedSignature = z.infer<typeof ValidatedSignature>

/** All that was found in a file. */
export const Validation = z.object({
  /** The file’s name as it was uploaded; null where it had no name. */
  name: z.nullable(z.string()),
  /** Until then it is kept. */
  expires_at: Instant,
  overall: z.union([Indication, z.literal('NO_SIGNATURE')]),
  withReservation: z.boolean(),
  validatedAt: Instant,
  file: z.object({
    sha256: z.string(),
    size: z.int(),
    pages: z.nullable(z.int()),
    problem: z.optional(z.enum(['not_a_pdf', 'damaged', 'too_complex', 'encrypted'])),
    /** Each state the file was in; without pages where that one cannot be shown. */
    revisions: z.array(z.object({ number: z.int(), signed: z.array(z.string()), pages: z.array(Page) })),
  }),
  signatures: z.array(ValidatedSignature),
  warnings: z.array(Finding),
  /** Of the file, and no reason to doubt it: how many of its pages were compared with those that were signed. */
  infos: z.array(Finding),
  trustLists: z.array(
    z.object({
      territory: z.string(),
      schemeOperator: z.string(),
      sequenceNumber: z.int(),
      issuedAt: Instant,
      nextUpdate: z.nullable(Instant),
      isStale: z.boolean(),
    }),
  ),
})
export type Validation = z.infer<typeof Validation>

const flag = z.optional(z.enum(['true', 'false']))

/** SES where nothing more is known: every electronic signature is one. Null without signatures. */
const KnownLevel = z.nullable(z.enum(['SES', 'AES', 'QES']))
/** WORLD where no trusted list covers the issuer. Null without signatures. */
const KnownLegislation = z.nullable(z.enum(['WORLD', 'CH', 'EU', 'CH_EU']))

const AdditionalInfos = z.object({
  signer: z.optional(
    z.array(
      z.object({
        valid: z.boolean(),
        signer: z.nullable(z.string()),
        /** When it was made, as far as that is proven; else when the signer says it was. */
        time: z.nullable(Instant),
        quality: KnownLevel,
        legislation: KnownLegislation,
        longTermValidation: z.boolean(),
        visualDifferences: z.boolean(),
        undefinedChanges: z.boolean(),
        certificate: z.nullable(
          z.object({ subject: z.string(), issuer: z.string(), serialNumber: z.string() }),
        ),
        /** What the signer wrote into the file. */
        optionalInfos: z.object({
          name: z.optional(z.string()),
          contact: z.optional(z.string()),
          location: z.optional(z.string()),
          reason: z.optional(z.string()),
        }),
      }),
    ),
  ),
  format: z.optional(z.object({ fileType: z.enum(['PDF', 'UNKNOWN']) })),
  validation: z.optional(
    z.object({
      /** As in ETSI EN 319 102-1, or NO-SIGNATURE. */
      indication: z.string(),
      subIndication: z.optional(z.string()),
      /** Codes of what was found. */
      details: z.array(z.string()),
    }),
  ),
})

export const validateDocument = endpoint({
  name: 'validateDocument',
  method: 'POST',
  path: '/v1/validate/document',
  summary:
    'Validate a signed PDF, as multipart (`content`) or JSON. Returns a summary; the full result is available by ID for an hour.',
  credential: 'none',
  forPrograms: true,
  formParts: ['content'],
  carriesFiles: true,
  query: z.object({
    /** The lowest level that every signature must have. */
    quality: z.optional(z.enum(['SES', 'AES', 'QES'])),
    legislation: z.optional(z.enum(['WORLD', 'CH', 'EU', 'CH_EU'])),
    /** Everything that later validation needs must be in the file. */
    longTermValidation: flag,
    /** Asks for `additionalInfos`: several times, or separated by commas. */
    infos: z.optional(
      z.pipe(
        z.union([z.string(), z.array(z.string())]),
        z.pipe(
          z.transform((given: string | string[]) => [given].flat().flatMap((one) => one.split(','))),
          z.array(z.enum(['signer', 'format', 'validation'])),
        ),
      ),
    ),
    /** Whether it is valid only if no page looks different, and the pages could be compared. */
    rejectVisualDifferences: flag,
    rejectUndefinedChanges: flag,
  }),
  body: { upload: z.object({ name: z.optional(line(255)), content: Base64 }) },
  output: z.object({
    /** A secret: anyone who has it sees what was found. */
    id: Id,
    valid: z.boolean(),
    signatures: z.int(),
    validSignatures: z.int(),
    quality: KnownLevel,
    legislation: KnownLegislation,
    longTermValidation: z.boolean(),
    /** The pages look different than when one of the signatures was made, or something was added that can be seen. */
    visualDifferences: z.boolean(),
    undefinedChanges: z.boolean(),
    /** What `infos` asked for. */
    additionalInfos: z.optional(AdditionalInfos),
  }),
  errors: [
    'api_user.token_invalid',
    'document.too_large',
    'document.too_complex',
    'rate.exceeded',
    'service.saturated',
    'validation.failed',
  ],
})

const ById = z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })

export const getValidation = endpoint({
  name: 'getValidation',
  method: 'GET',
  path: '/v1/validations/{id}',
  summary: 'Get the validation result for each signature.',
  credential: 'none',
  params: ById,
  output: Validation,
  errors: ['not_found'],
})

export const getValidationReport = endpoint({
  name: 'getValidationReport',
  method: 'GET',
  path: '/v1/validations/{id}/report',
  summary:
    'Download the validation report: JSON, or XML as in ETSI TS 119 102-2 (not for a file without signatures).',
  credential: 'none',
  params: ById,
  query: z.object({ type: z._default(z.enum(['JSON', 'XML']), 'JSON') }),
  output: binary('application/json', 'application/xml'),
  errors: ['not_found'],
})

export const getValidationPage = endpoint({
  name: 'getValidationPage',
  method: 'GET',
  path: '/v1/validations/{id}/revisions/{revision}/pages/{n}',
  summary: 'Get the image of a page in one revision of the file.',
  credential: 'none',
  params: z.extend(ById, { revision: wholeNumber(1, 9999), n: wholeNumber(0, 99999) }),
  query: z.object({ scale: z._default(wholeNumber(10, 300), 100) }),
  output: binary('image/webp'),
  errors: ['not_found', 'service.saturated', 'document.too_complex'],
})

export const deleteValidation = endpoint({
  name: 'deleteValidation',
  method: 'DELETE',
  path: '/v1/validations/{id}',
  summary: 'Delete a validation and its file immediately.',
  credential: 'none',
  params: ById,
  errors: ['not_found'],
})

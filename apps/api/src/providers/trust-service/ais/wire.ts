import { z } from 'zod/mini'

export const profile = 'http://ais.swisscom.ch/1.1'
export const profiles = {
  onDemand: 'http://ais.swisscom.ch/1.0/profiles/ondemandcertificate',
  redirect: 'http://ais.swisscom.ch/1.1/profiles/redirect',
  asynchronous: 'urn:oasis:names:tc:dss:1.0:profiles:asynchronousprocessing',
  batch: 'http://ais.swisscom.ch/1.0/profiles/batchprocessing',
} as const
export const cmsType = 'urn:ietf:rfc:3369'
export const timestampType = 'urn:ietf:rfc:3161'
export const sha256Method = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** One is a string and several are a list. */
const oneOrMany = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value: string | string[]) => (typeof value === 'string' ? [value] : value)),
)
const Message = z.object({ $: z.optional(z.string()) })
const Signature = z.object({ $: z.string() })

const ExtendedSignature = z.object({ '@WhichDocument': z.string(), Base64Signature: Signature })

/** What is read of an answer to `sign` and to `pending`; they have one form. */
export const Answer = z.object({
  SignResponse: z.object({
    '@RequestID': z.optional(z.string()),
    Result: z.object({
      ResultMajor: z.string(),
      ResultMinor: z.optional(z.string()),
      ResultMessage: z.optional(Message),
    }),
    OptionalOutputs: z.optional(
      z.object({
        'async.ResponseID': z.optional(z.string()),
        'sc.APTransID': z.optional(z.string()),
        'sc.RevocationInformation': z.optional(
          z.object({
            'sc.CRLs': z.optional(z.object({ 'sc.CRL': oneOrMany })),
            'sc.OCSPs': z.optional(z.object({ 'sc.OCSP': oneOrMany })),
          }),
        ),
        'sc.StepUpAuthorisationInfo': z.optional(
          z.object({
            'sc.Result': z.optional(
              z.object({
                'sc.ConsentURL': z.optional(z.string()),
                'sc.SerialNumber': z.optional(z.string()),
              }),
            ),
          }),
        ),
      }),
    ),
    SignatureObject: z.optional(
      z.object({
        Base64Signature: z.optional(Signature),
        Other: z.optional(
          z.object({
            'sc.SignatureObjects': z.object({
              'sc.ExtendedSignatureObject': z.union([ExtendedSignature, z.array(ExtendedSignature)]),
            }),
          }),
        ),
      }),
    ),
  }),
})
export type SignResponse = z.infer<typeof Answer>['SignResponse']

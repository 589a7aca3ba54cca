import { z } from 'zod/mini'

export const sha256Oid = '2.16.840.1.101.3.4.2.1'
/** CSC API v2 §11.5: signature algorithms by which we can put a CMS together. */
export const algorithms = {
  '1.2.840.113549.1.1.11': 'RS256',
  '1.2.840.113549.1.1.1': 'RS256',
  '1.2.840.10045.4.3.2': 'ES256',
} as const
export type AlgorithmOid = keyof typeof algorithms

export const Pushed = z.object({ request_uri: z.string(), expires_in: z.optional(z.number()) })
export const Token = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) })
export const CredentialList = z.object({
  credentialIDs: z.array(z.string()),
  nextPageToken: z.optional(z.nullable(z.string())),
})
export const CredentialInfo = z.object({
  key: z.object({ status: z.string(), algo: z.array(z.string()) }),
  cert: z.object({ status: z.optional(z.string()), certificates: z.array(z.string()) }),
  /** How many hashes at a time; some services send something else, or nothing. */
  multisign: z.optional(z.unknown()),
})
export const Authorised = z.object({ SAD: z.string() })
export const Signatures = z.object({ signatures: z.array(z.string()) })

/** What is kept of a credential until it signs; certificates in base64, the signer's first. */
export const heldCredential = z.object({
  id: z.string(),
  algorithm: z.enum(Object.keys(algorithms) as [AlgorithmOid, ...AlgorithmOid[]]),
  certificates: z.array(z.string()),
  /** How many hashes an authorisation is for, where the service says so (`multisign`). */
  atOnce: z.optional(z.int()),
})
export type HeldCredential = z.infer<typeof heldCredential>

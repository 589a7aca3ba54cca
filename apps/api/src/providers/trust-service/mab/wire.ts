import { z } from 'zod/mini'

export const protocolPath = '/auth/realms/broker/protocol/openid-connect'
export const sha256Oid = '2.16.840.1.101.3.4.2.1'

export const Pushed = z.object({ request_uri: z.string() })
export const Token = z.object({
  access_token: z.string(),
  consent_serial_number: z.optional(z.string()),
  session_state: z.optional(z.string()),
})
export const SignedAnswer = z.object({
  responseID: z.optional(z.string()),
  SignatureObject: z.array(z.string()),
  validationInfo: z.optional(
    z.object({ ocsp: z.optional(z.array(z.string())), crl: z.optional(z.array(z.string())) }),
  ),
})
export type SignedAnswer = z.infer<typeof SignedAnswer>

const Claims = z.object({ aud: z.union([z.string(), z.array(z.string())]) })

/** The single audience of a SAD: where one signs with it. The token itself is for the service to check. */
export function audienceOf(sad: string): string | undefined {
  try {
    const [, claims = ''] = sad.split('.')
    const { aud } = Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')))
    const audiences = [aud].flat()
    return audiences.length === 1 ? audiences[0] : undefined
  } catch {
    return undefined
  }
}

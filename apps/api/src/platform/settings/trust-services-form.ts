import * as z from 'zod/mini'

// How TRUST_SERVICES is written. Secrets, keys and certificates are in files of their own, named here.

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
const tls = z.url({ protocol: /^https$/ })
const page = z.url({ protocol: /^https?$/ })
/** `QES:ZERTES`; a seal's by `SEAL_QES:ZERTES`, or by its own name: `seal:Muster AG`. */
const table = z.record(
  z
    .string()
    .check(
      z.regex(
        /^(?:(?:SEAL_)?(?:AES|QES):(?:ZERTES|EIDAS)|seal:.+)$/,
        'QES:ZERTES, SEAL_AES:EIDAS, seal:NAME …',
      ),
    ),
  text,
)
const reached = {
  name: z.optional(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'lower-case letters, figures and hyphens')),
  ),
  url: tls,
  certificateFile: text,
  keyFile: text,
  authoritiesFile: z.optional(text),
  anchorsFile: text,
}
const client = { clientId: text, clientSecretFile: text }

const Ais = z.strictObject({ kind: z.literal('ais'), ...reached, customer: text, keyEntities: table })
const Mab = z.strictObject({
  kind: z.literal('mab'),
  ...reached,
  ...client,
  pagesUrl: page,
  signUrls: z._default(z.array(tls), []),
  credentials: table,
  approvalBy: z.optional(text),
})
const Csc = z.strictObject({
  kind: z.literal('csc'),
  ...reached,
  ...client,
  authorizeUrl: z.optional(page),
  oauthUrl: z.optional(tls),
  clientAuthentication: z.optional(z.enum(['basic', 'post'])),
  serviceAuthorization: z.optional(z.enum(['user', 'client'])),
  seals: z._default(z.record(text, z.strictObject({ credentialId: text, pinFile: text })), {}),
})

export const TrustServicesForm = z.strictObject({
  services: z.array(z.discriminatedUnion('kind', [Ais, Mab, Csc])),
  assignment: z._default(
    z.record(
      z.string().check(z.regex(/^(?:SEAL_)?(?:AES|QES):(?:ZERTES|EIDAS)$/, 'QES:ZERTES, SEAL_AES:EIDAS …')),
      text,
    ),
    {},
  ),
})
export type TrustServicesForm = z.output<typeof TrustServicesForm>
export type ServiceForm = TrustServicesForm['services'][number]

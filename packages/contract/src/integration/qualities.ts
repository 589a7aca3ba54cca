import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Email, line } from '../values.ts'

/** At what level someone would sign, for programs. */

/** `legislation` is UNDEFINED where the level is under no law in particular. */
const Level = z.object({ quality: z.string(), provider: z.string(), legislation: z.string() })
export type Level = z.infer<typeof Level>
/** What isn’t open to the user is left out. */
const ByLaw = z.object({ zertes: z.optional(Level), eidas: z.optional(Level) })
const Any = z.object({ any: z.optional(Level) })

export const UserQualities = z.object({
  qes: ByLaw,
  aes_minimal: ByLaw,
  aes: Any,
  ses: Any,
  demo: Any,
  /** By the seal’s account name. */
  seal: z.object({ aes: z.record(z.string(), Level), qes: z.record(z.string(), Level) }),
  part11: Any,
})
export type UserQualities = z.infer<typeof UserQualities>

export const getUserQualities = endpoint({
  name: 'getUserQualities',
  method: 'GET',
  path: '/v2/user/signature-qualities',
  summary:
    'Get the level at which a member of the business would sign for each level a request can require. Without `username`, of the API user.',
  credential: 'api-user',
  scope: 'signature_requests',
  query: z.object({ username: z.optional(z.union([Email, line(100, 1)])) }),
  output: UserQualities,
  errors: ['not_found'],
})
export const getUserQualitiesV3 = endpoint({
  ...getUserQualities,
  name: 'getUserQualitiesV3',
  path: '/v3/user/signature-qualities',
})

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provisioner } from '#api/business/provisioning/provision-users.ts'
import { use } from '#api/business/provisioning/token-repository.ts'
import { hashToken } from '#api/identity/sessions/token.ts'
import { plainAddress } from '#api/platform/values/network.ts'
import type { Context } from '#api/providers/context.ts'
import { ScimError } from './scim-error.ts'

/** How calls of identity providers are limited, as those of API users are. */
export interface ScimLimits {
  refuseNetwork(request: FastifyRequest): void
  countInvalidToken(request: FastifyRequest): Promise<void>
  countCall(caller: string, reply: FastifyReply): Promise<void>
}

/** For which business this call is. Missing, revoked, expired and unknown tokens get the same answer. */
export async function authenticateScim(
  context: Context,
  limits: ScimLimits,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Provisioner> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  limits.refuseNetwork(request)
  const holder = token ? await use(context.db, hashToken('scim', token), context.now()) : null
  if (!holder) {
    await limits.countInvalidToken(request)
    throw new ScimError(401, 'The token is missing, invalid, revoked or expired.')
  }
  await limits.countCall(`scim:${holder.tokenId}`, reply)
  return {
    businessId: holder.businessId,
    actor: {
      kind: 'api_user',
      name: `SCIM: ${holder.tokenName}`,
      email: null,
      address: plainAddress(request.ip),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    },
  }
}

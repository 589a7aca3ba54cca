import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provisioner } from '#api/business/provisioning/provision-users.ts'
import { ScimError } from './scim-error.ts'

export interface ScimCall {
  readonly by: Provisioner
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Of the resource that the address names. */
  readonly id: string
}

/** Adds a call of the protocol; its caller is known before the handler runs. */
export type Route = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  handler: (call: ScimCall) => Promise<unknown>,
) => unknown

interface Versioned {
  readonly meta: { readonly version: string; readonly location: string }
}

/** Another one after any change of the content. */
export const versionOf = (content: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`

export function withHeaders<Shown extends Versioned>(reply: FastifyReply, shown: Shown): Shown {
  reply.headers({ ETag: shown.meta.version, Location: shown.meta.location })
  return shown
}

/** The resource, or nothing where the caller has this version already. */
export function unlessKnown<Shown extends Versioned>({ request, reply }: ScimCall, shown: Shown) {
  withHeaders(reply, shown)
  if (request.headers['if-none-match'] !== shown.meta.version) return shown
  reply.status(304)
  return undefined
}

/** RFC 7644 § 3.14: nobody overwrites what they haven't seen. */
export function checkVersion(request: FastifyRequest, { meta }: Versioned): void {
  const wanted = request.headers['if-match']
  if (wanted !== undefined && wanted !== '*' && wanted !== meta.version)
    throw new ScimError(412, 'The resource has changed.')
}

/** RFC 7644 § 3.4.2. */
export function listOf(
  resources: readonly object[],
  { startIndex, total }: { readonly startIndex: number; readonly total: number },
) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

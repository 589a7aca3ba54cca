import { errors } from '@countersign/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asRefusal } from '#api/platform/http/problem.ts'

/** RFC 7644 § 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalid = (scimType: ScimType, detail: string) => new ScimError(400, detail, scimType)

export const contentType = 'application/scim+json; charset=utf-8'

/** Every error in the protocol's own shape. */
export function answerScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, scimType, message } = asScimError(error, request, reply)
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
  reply
    .status(status)
    .header('Cache-Control', 'no-store')
    .type(contentType)
    .send({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType ? { scimType } : {}),
      detail: message,
    })
}

function asScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): ScimError {
  if (error instanceof ScimError) return error
  const refusal = asRefusal(error, request)
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(Math.ceil(refusal.retryAfter)))
  const { status, message } = errors[refusal.key]
  switch (refusal.key) {
    case 'internal':
      request.log.error({ err: error, requestId: request.id }, 'a SCIM call failed')
      return new ScimError(status, message)
    case 'request.malformed':
      return invalid('invalidSyntax', message)
    case 'business.no_seat':
    case 'business.last_admin':
      return new ScimError(403, message)
    case 'business.already_member':
    case 'account.exists':
      return new ScimError(409, 'A user with this user name exists.', 'uniqueness')
    default:
      return new ScimError(status, message)
  }
}

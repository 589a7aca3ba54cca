import type { FastifyRequest } from 'fastify'
import { apiTokenIn } from '#api/app/http/authorization.ts'
import { findApiToken } from '#api/business/api-users/token-repository.ts'
import type { Context } from '#api/providers/context.ts'
import { networkOf } from '#api/platform/values/network.ts'
import { Refusal } from '#api/platform/refusal.ts'
import {
  countFailure,
  isThrottled,
  refuseThrottled,
  type ThrottleLimit,
} from '#api/identity/throttles/count-failures.ts'
import { totalSize } from './repository.ts'
import { storageLimit } from './validation.ts'

/** Who uploads files to be validated: a network, or an API user by its token. */
export interface Uploader {
  readonly key: string
  readonly files: ThrottleLimit
  /** In KiB: of what is kept for an hour, nobody has so much that others have no room. */
  readonly size: ThrottleLimit
}

const mebibyte = 1024
// Nobody knows who they are: enough for an office, too little to keep the threads busy with.
const network = {
  files: { failures: 60, seconds: 3600 },
  size: { failures: 512 * mebibyte, seconds: 3600 },
}
const program = {
  files: { failures: 3000, seconds: 3600 },
  size: { failures: 2048 * mebibyte, seconds: 3600 },
}

/**
 * May this network, or the API user of this token, upload one more? Asked before anything of the file is read, and
 * counted whatever becomes of it.
 */
export async function admitValidation(context: Context, request: UploadRequest): Promise<void> {
  const uploader = await uploaderOf(context, request)
  refuseThrottled(await countFailure(context, `validation:${uploader.key}`, uploader.files))
  refuseThrottled(await isThrottled(context, sizeKey(uploader), uploader.size))
  if ((await totalSize(context.db)) > storageLimit)
    throw new Refusal('service.saturated', { retryAfter: 600 })
}

/** Counts the bytes that were uploaded; what goes beyond the uploader's share is refused. */
export async function countUploaded(context: Context, request: UploadRequest, bytes: number): Promise<void> {
  const uploader = await uploaderOf(context, request)
  const by = Math.ceil(bytes / 1024)
  refuseThrottled(await countFailure(context, sizeKey(uploader), uploader.size, by))
}

export type UploadRequest = Pick<FastifyRequest, 'ip' | 'headers'>

const sizeKey = ({ key }: Uploader): string => `validation-size:${key}`

async function uploaderOf(context: Context, { ip, headers }: UploadRequest): Promise<Uploader> {
  const token = apiTokenIn(headers)
  if (token === null) return { key: networkOf(ip), ...network }
  const found = await findApiToken(context, token)
  if (!found) throw new Refusal('api_user.token_invalid')
  return { key: found.apiUserId, ...program }
}

import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '#api/platform/settings/document-store.ts'

/** Above it a file goes up in parts of this size; S3 takes none below 5 MiB but the last. */
export const partSize = 8 * 1024 * 1024

export interface UploadTarget {
  readonly client: S3Client
  readonly settings: S3Settings
  readonly Bucket: string
  readonly Key: string
}

export function encryptionOf({ encryption }: S3Settings) {
  if (!encryption) return {}
  return encryption === 'AES256'
    ? { ServerSideEncryption: encryption }
    : {
        ServerSideEncryption: 'aws:kms' as const,
        ...(encryption.keyId ? { SSEKMSKeyId: encryption.keyId } : {}),
      }
}

function checksumOf({ settings }: UploadTarget, body: Uint8Array, hash?: Buffer) {
  if (!settings.checksums) return {}
  return { ChecksumSHA256: (hash ?? createHash('sha256').update(body).digest()).toString('base64') }
}

/** In one request. Where `hash` is given, it is what the content has to have, however the body came about. */
export async function putObject(target: UploadTarget, body: Uint8Array, hash?: Buffer): Promise<void> {
  const { client, settings, Bucket, Key } = target
  const what = { Bucket, Key, Body: body, ContentLength: body.byteLength }
  const checksum = checksumOf(target, body, hash)
  await client.send(new PutObjectCommand({ ...what, ...encryptionOf(settings), ...checksum }))
}

export interface MultipartUpload {
  /** Numbers begin with 1; parts may be sent at the same time. */
  send(number: number, body: Uint8Array, abortSignal?: AbortSignal): Promise<CompletedPart>
  /** The object is there from now on. */
  complete(parts: CompletedPart[]): Promise<void>
  /** What an outage leaves is deleted by a later clean-up. */
  abort(): Promise<void>
}

export async function beginUpload(target: UploadTarget): Promise<MultipartUpload> {
  const { client, settings, Bucket, Key } = target
  const checksums = settings.checksums ? { ChecksumAlgorithm: 'SHA256' as const } : {}
  const create = new CreateMultipartUploadCommand({ Bucket, Key, ...encryptionOf(settings), ...checksums })
  const { UploadId } = await client.send(create)
  const upload = { Bucket, Key, UploadId }
  return {
    send: async (PartNumber, body, abortSignal) => {
      const part = { ...upload, PartNumber, Body: body, ContentLength: body.byteLength }
      const command = new UploadPartCommand({ ...part, ...checksumOf(target, body) })
      // A store that knows nothing of checksums passes over the header, but takes no list of parts that has them.
      const { ETag, ChecksumSHA256 } = await client.send(command, abortSignal ? { abortSignal } : {})
      return { PartNumber, ...(ETag ? { ETag } : {}), ...(ChecksumSHA256 ? { ChecksumSHA256 } : {}) }
    },
    complete: async (Parts) => {
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    },
    abort: async () => {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    },
  }
}

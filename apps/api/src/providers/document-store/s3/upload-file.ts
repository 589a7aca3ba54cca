import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
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
import type { StoredContent } from '../port.ts'

/** Above it a file goes up in parts of this size; S3 takes none below 5 MiB but the last. */
export const partSize = 8 * 1024 * 1024

// Of all uploads of this process: each holds a part in memory, which can be sent again where an attempt fails.
const inMemory = limitConcurrency(6)

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

/**
 * Uploads a local file. The hash of what is sent is part of the request's signature, so that the server refuses what
 * arrives damaged; with checksums the server also keeps it and answers for it later.
 */
export async function uploadFile(target: UploadTarget, path: string, content: StoredContent): Promise<void> {
  const file = await open(path, 'r')
  try {
    if (content.size > partSize) await uploadParts(target, file, content.size)
    else
      await inMemory(async () => {
        const body = await readPart(file, 0, content.size)
        const { client, settings, Bucket, Key } = target
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key,
            ...encryptionOf(settings),
            Body: body,
            ContentLength: body.byteLength,
            ...(settings.checksums
              ? { ChecksumSHA256: Buffer.from(content.sha256, 'hex').toString('base64') }
              : {}),
          }),
        )
      })
  } finally {
    await file.close()
  }
}

async function uploadParts(target: UploadTarget, file: FileHandle, size: number): Promise<void> {
  const { client, settings, Bucket, Key } = target
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({
      Bucket,
      Key,
      ...encryptionOf(settings),
      ...(settings.checksums ? { ChecksumAlgorithm: 'SHA256' as const } : {}),
    }),
  )
  const upload = { Bucket, Key, UploadId }
  const stop = new AbortController()
  async function send(PartNumber: number): Promise<CompletedPart> {
    const start = (PartNumber - 1) * partSize
    const body = await readPart(file, start, Math.min(partSize, size - start))
    const checksum = settings.checksums
      ? { ChecksumSHA256: createHash('sha256').update(body).digest('base64') }
      : {}
    const part = { ...upload, PartNumber, Body: body, ContentLength: body.byteLength, ...checksum }
    const kept = await client.send(new UploadPartCommand(part), { abortSignal: stop.signal })
    // A store that knows nothing of checksums passes over the header, but takes no list of parts that has them.
    const { ETag, ChecksumSHA256 } = kept
    return { PartNumber, ...(ETag ? { ETag } : {}), ...(ChecksumSHA256 ? { ChecksumSHA256 } : {}) }
  }
  const numbers = Array.from({ length: Math.ceil(size / partSize) }, (_, n) => n + 1)
  const sending = numbers.map((number) =>
    inMemory(async () => {
      stop.signal.throwIfAborted()
      return send(number)
    }),
  )
  try {
    const Parts = await Promise.all(sending)
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    stop.abort()
    // A part that is still on its way would outlive the abort. What an outage leaves is deleted by the nightly clean-up.
    await Promise.allSettled(sending)
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function readPart(file: FileHandle, start: number, size: number): Promise<Uint8Array> {
  const body = Buffer.allocUnsafe(size)
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(body, at, size - at, start + at)
    if (bytesRead === 0) throw new Error('The file has become shorter while it was uploaded')
    at += bytesRead
  }
  return body
}

/** Runs at most so many at a time, the others after them in their order. */
function limitConcurrency(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The place goes to the next one, without becoming free for a third in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { encryptionOf, partSize, type UploadTarget } from './upload-file.ts'

/** S3 takes no more parts of one object: 80 GB of ours. */
const partsAtMost = 10_000

/**
 * Uploads what comes, one part after the other, with one part in memory. `orThrow` says what an error of the store is called;
 * those of the source are passed on.
 */
export async function uploadStream(
  target: UploadTarget,
  content: AsyncIterable<Uint8Array>,
  orThrow: (error: unknown) => never,
): Promise<void> {
  const parts = inParts(content)
  const first = await parts.next()
  const second = await parts.next()
  if (second.done) return putWhole(target, first.done ? Buffer.alloc(0) : first.value).catch(orThrow)
  const { client, settings, Bucket, Key } = target
  const create = new CreateMultipartUploadCommand({
    Bucket,
    Key,
    ...encryptionOf(settings),
    ...(settings.checksums ? { ChecksumAlgorithm: 'SHA256' as const } : {}),
  })
  const { UploadId } = await client.send(create).catch(orThrow)
  const upload = { Bucket, Key, UploadId }
  const sent: CompletedPart[] = []
  const send = async (body: Buffer) => {
    if (sent.length === partsAtMost) throw new Error(`${Key} is larger than an object of S3 in parts of ours`)
    const PartNumber = sent.length + 1
    const part = { ...upload, PartNumber, Body: body, ContentLength: body.byteLength }
    const command = new UploadPartCommand({ ...part, ...checksumOf(target, body) })
    const { ETag, ChecksumSHA256 } = await client.send(command).catch(orThrow)
    sent.push({ PartNumber, ...(ETag ? { ETag } : {}), ...(ChecksumSHA256 ? { ChecksumSHA256 } : {}) })
  }
  try {
    if (!first.done) await send(first.value)
    await send(second.value)
    for await (const part of parts) await send(part)
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } })
    await client.send(complete).catch(orThrow)
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function putWhole(target: UploadTarget, body: Buffer): Promise<void> {
  const { client, settings, Bucket, Key } = target
  await client.send(
    new PutObjectCommand({
      Bucket,
      Key,
      ...encryptionOf(settings),
      Body: body,
      ContentLength: body.byteLength,
      ...checksumOf(target, body),
    }),
  )
}

const checksumOf = ({ settings }: UploadTarget, body: Buffer) =>
  settings.checksums ? { ChecksumSHA256: createHash('sha256').update(body).digest('base64') } : {}

/** The same bytes in pieces of a part's size; the last may be smaller. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of content) {
    for (let rest = piece; rest.byteLength > 0;) {
      const taken = rest.subarray(0, partSize - size)
      pieces.push(taken)
      size += taken.byteLength
      rest = rest.subarray(taken.byteLength)
      if (size < partSize) continue
      yield Buffer.concat(pieces)
      pieces = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(pieces)
}

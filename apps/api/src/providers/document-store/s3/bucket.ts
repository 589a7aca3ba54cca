import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '#api/platform/settings/document-store.ts'
import { asS3Error, isMissing } from './errors.ts'
import { encryptionOf, putObject, type UploadTarget } from './multipart-upload.ts'
import { uploadFile } from './upload-file.ts'
import { uploadStream } from './upload-stream.ts'

export interface StoredObject {
  readonly key: string
  readonly size: number
  readonly modifiedAt: Date
}

export interface UnfinishedUpload {
  readonly key: string
  readonly id: string
  readonly begunAt: Date
}

/** The objects below a prefix of a bucket. Keys are without that prefix; errors are the store's. */
export interface Bucket {
  /** Where a person finds a key. */
  whereIs(key: string): string
  /** Resolves where the bucket is there and may be used. */
  requireThere(): Promise<void>
  head(key: string): Promise<StoredObject | null>
  get(key: string): Promise<Readable | null>
  getText(key: string): Promise<string | null>
  put(key: string, content: Uint8Array): Promise<void>
  /** A large one goes up in parts; where that fails, the parts are deleted. */
  putFile(key: string, path: string, content: { sha256: string; size: number }): Promise<void>
  /**
   * Uploads what comes, in parts where it is large, without a copy on disk. Nothing is there before all of it is; an error of the
   * source is passed on as it is.
   */
  putStream(key: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** On the server's side. False where there is nothing to copy. */
  copy(from: string, to: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** In the order of their keys, which is that of their bytes. */
  list(prefix: string, pageSize?: number): AsyncIterable<StoredObject>
  /** The names directly below a prefix that ends with a slash: of objects, and of what has objects below. */
  listNames(prefix: string): AsyncIterable<string>
  listUnfinished(prefix: string): AsyncIterable<UnfinishedUpload>
  abort(upload: UnfinishedUpload): Promise<void>
}

export function openBucket(client: S3Client, settings: S3Settings, folder: string): Bucket {
  const { bucket: Bucket } = settings
  const root = `${settings.prefix}${folder}`
  const whereIs = (key: string) => `s3://${Bucket}/${root}${key}`
  const at = (key: string) => ({ Bucket, Key: `${root}${key}` })
  const target = (key: string): UploadTarget => ({ client, settings, ...at(key) })
  const orThrow =
    (key: string) =>
    (error: unknown): never => {
      throw asS3Error(error, whereIs(key))
    }
  const orNull =
    (key: string) =>
    (error: unknown): null =>
      isMissing(error) ? null : orThrow(key)(error)
  async function get(key: string): Promise<Readable | null> {
    const found = await client.send(new GetObjectCommand(at(key))).catch(orNull(key))
    return (found?.Body as Readable | undefined) ?? null
  }

  async function* pages(prefix: string, how: { readonly MaxKeys?: number; readonly Delimiter?: string }) {
    const listed = { Bucket, Prefix: `${root}${prefix}`, ...how }
    for (let token: string | undefined; ;) {
      const from = token ? { ContinuationToken: token } : {}
      const page = await client.send(new ListObjectsV2Command({ ...listed, ...from })).catch(orThrow(prefix))
      yield page
      if (!page.IsTruncated) return
      token = page.NextContinuationToken
    }
  }

  return {
    whereIs,
    requireThere: async () => {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        throw isMissing(error)
          ? asS3Error({ name: 'NoSuchBucket' }, whereIs(''))
          : asS3Error(error, whereIs(''))
      })
    },
    head: async (key) => {
      const found = await client.send(new HeadObjectCommand(at(key))).catch(orNull(key))
      return found && { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date() }
    },
    get,
    getText: async (key) => {
      const body = await get(key)
      return body && (await buffer(body).catch(orThrow(key))).toString('utf8')
    },
    put: (key, content) => putObject(target(key), content).catch(orThrow(key)),
    putFile: (key, path, content) => uploadFile(target(key), path, content).catch(orThrow(key)),
    putStream: (key, content) => uploadStream(target(key), content, orThrow(key)),
    copy: async (from, to) => {
      const source = `${Bucket}/${root}${from}`.split('/').map(encodeURIComponent).join('/')
      const copy = new CopyObjectCommand({ ...at(to), CopySource: source, ...encryptionOf(settings) })
      return client.send(copy).then(
        () => true,
        (error: unknown) => orNull(from)(error) !== null,
      )
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key))).catch(orNull(key))
    },
    list: async function* (prefix, pageSize = 1000) {
      for await (const { Contents = [] } of pages(prefix, { MaxKeys: pageSize }))
        for (const { Key = '', Size = 0, LastModified = new Date() } of Contents)
          yield { key: Key.slice(root.length), size: Size, modifiedAt: LastModified }
    },
    listNames: async function* (prefix) {
      const { length } = `${root}${prefix}`
      for await (const { Contents = [], CommonPrefixes = [] } of pages(prefix, { Delimiter: '/' })) {
        for (const { Key = '' } of Contents) yield Key.slice(length)
        for (const { Prefix = '' } of CommonPrefixes) yield Prefix.slice(length, -1)
      }
    },
    listUnfinished: async function* (prefix) {
      for (let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
        const page = await client
          .send(new ListMultipartUploadsCommand({ Bucket, Prefix: `${root}${prefix}`, ...marker }))
          .catch(orThrow(prefix))
        for (const { Key = '', UploadId = '', Initiated = new Date() } of page.Uploads ?? [])
          yield { key: Key.slice(root.length), id: UploadId, begunAt: Initiated }
        if (!page.IsTruncated || !page.NextKeyMarker) return
        marker = {
          KeyMarker: page.NextKeyMarker,
          ...(page.NextUploadIdMarker ? { UploadIdMarker: page.NextUploadIdMarker } : {}),
        }
      }
    },
    abort: async ({ key, id }) => {
      await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: id })).catch(orNull(key))
    },
  }
}

import * as z from 'zod/mini'
import { readNumber } from './expected.ts'

/** A bucket of Amazon S3 or of any store that speaks its protocol. */
export interface S3Settings {
  /** Of the store; undefined: Amazon's own of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  /** Whether the bucket is part of the path (`https://store/bucket/key`) instead of the host name. */
  readonly pathStyle: boolean
  /** Undefined: the machine's or the container's own. */
  readonly credentials:
    | {
        readonly accessKeyId: string
        readonly secretAccessKey: string
      }
    | undefined
  /** What the store encrypts with, at its side. */
  readonly encryption: 'AES256' | { readonly keyId: string | undefined } | undefined
  /** Whether the store gets each content's SHA-256 as a checksum to keep. */
  readonly checksums: boolean
}

/** Where documents are kept. With two, each content is written to both, and read from the first that has it. */
export type StoreKind = 'folder' | 's3'

export interface DocumentStoreSettings {
  readonly kinds: readonly [StoreKind] | readonly [StoreKind, StoreKind]
  readonly s3: S3Settings | undefined
  /** Of the local copies of what is in S3, in bytes. */
  readonly cacheSize: number
}

const megabyte = 1024 * 1024

const text = z.optional(z.string())
const endpoint = z.optional(
  z.url({ protocol: /^https?$/ }).check(z.regex(/^https?:\/\/[^/?#@\s]+\/?$/, 'an origin')),
)
const region = z._default(z.string().check(z.regex(/^[a-z0-9-]+$/)), 'us-east-1')
const encryption = z.optional(z.enum(['AES256', 'aws:kms']))
const flag = (fallback: '0' | '1') =>
  z.pipe(
    z._default(z.enum(['0', '1', 'true', 'false']), fallback),
    z.transform((value) => value === '1' || value === 'true'),
  )

export const storeEnvironment = {
  STORE: z.pipe(
    z.pipe(
      z._default(z.string(), 'folder'),
      z.transform((value) => value.split(',').map((kind) => kind.trim())),
    ),
    z.union([
      z.tuple([z.enum(['folder', 's3'])]),
      z.tuple([z.literal('folder'), z.literal('s3')]),
      z.tuple([z.literal('s3'), z.literal('folder')]),
    ]),
  ),
  STORE_S3_ENDPOINT: endpoint,
  STORE_S3_REGION: region,
  STORE_S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  STORE_S3_PREFIX: z._default(z.string().check(z.regex(/^([A-Za-z0-9._-]+\/?)*$/)), ''),
  STORE_S3_PATH_STYLE: flag('0'),
  STORE_S3_ACCESS_KEY_ID: text,
  STORE_S3_SECRET_ACCESS_KEY: text,
  STORE_S3_ENCRYPTION: encryption,
  STORE_S3_KMS_KEY: text,
  STORE_S3_CHECKSUMS: flag('1'),
  STORE_CACHE_MB: z.pipe(
    z._default(z.string(), '2048'),
    z.pipe(z.transform(readNumber), z.int().check(z.minimum(1), z.maximum(100_000_000))),
  ),
}

type Environment = z.output<z.ZodMiniObject<typeof storeEnvironment>>

/** Of the bucket that backups go to. It may belong to another account, and should. */
export const backupS3Environment = {
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: region,
  BACKUP_S3_PATH_STYLE: flag('0'),
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  BACKUP_S3_ENCRYPTION: encryption,
  BACKUP_S3_KMS_KEY: text,
  BACKUP_S3_CHECKSUMS: flag('1'),
}

/** How the store of the backups is reached, whatever bucket is named there. */
export type BackupS3Settings = Omit<S3Settings, 'bucket' | 'prefix'>

export function backupS3Settings(
  env: z.output<z.ZodMiniObject<typeof backupS3Environment>>,
): BackupS3Settings {
  return {
    endpoint: env.BACKUP_S3_ENDPOINT,
    region: env.BACKUP_S3_REGION,
    pathStyle: env.BACKUP_S3_PATH_STYLE,
    credentials: credentialsOf(env.BACKUP_S3_ACCESS_KEY_ID, env.BACKUP_S3_SECRET_ACCESS_KEY),
    encryption: encryptionBy(env.BACKUP_S3_ENCRYPTION, env.BACKUP_S3_KMS_KEY),
    checksums: env.BACKUP_S3_CHECKSUMS,
  }
}

function credentialsOf(accessKeyId: string | undefined, secretAccessKey: string | undefined) {
  return accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
}

const encryptionBy = (kind: 'AES256' | 'aws:kms' | undefined, keyId: string | undefined) =>
  kind === 'aws:kms' ? { keyId } : kind

/** Empty, or with a slash at its end. */
export const asPrefix = (path: string): string => path.replace(/([^/])$/, '$1/')

export function storeSettings(env: Environment): DocumentStoreSettings {
  return { kinds: env.STORE, s3: s3Settings(env), cacheSize: env.STORE_CACHE_MB * megabyte }
}

/** Also where documents are in the folder: the command that moves them has to know where to. */
function s3Settings(env: Environment): S3Settings | undefined {
  if (!env.STORE_S3_BUCKET) return undefined
  return {
    endpoint: env.STORE_S3_ENDPOINT,
    region: env.STORE_S3_REGION,
    bucket: env.STORE_S3_BUCKET,
    prefix: asPrefix(env.STORE_S3_PREFIX),
    pathStyle: env.STORE_S3_PATH_STYLE,
    credentials: credentialsOf(env.STORE_S3_ACCESS_KEY_ID, env.STORE_S3_SECRET_ACCESS_KEY),
    encryption: encryptionBy(env.STORE_S3_ENCRYPTION, env.STORE_S3_KMS_KEY),
    checksums: env.STORE_S3_CHECKSUMS,
  }
}

/** Settings that are worth nothing without another one. */
export function halfSetStore(given: Readonly<Record<string, string | undefined>>): string[] {
  const needsBucket =
    given['STORE']?.split(',').some((kind) => kind.trim() === 's3') && !given['STORE_S3_BUCKET']
  const needKms = ['STORE_S3', 'BACKUP_S3'].filter(
    (store) => given[`${store}_KMS_KEY`] && given[`${store}_ENCRYPTION`] !== 'aws:kms',
  )
  return [
    ...(needsBucket ? ['STORE_S3_BUCKET (not set: the bucket of STORE=s3)'] : []),
    ...needKms.map((store) => `${store}_ENCRYPTION (not aws:kms: ${store}_KMS_KEY is for that)`),
  ]
}

import { S3ServiceException } from '@aws-sdk/client-s3'
import { StoreFull, StoreUnavailable } from '../port.ts'

/** What compatible stores say where there is no room, or no more is allowed. */
const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'EntityTooLarge'])

/** Nothing is there under this key. A HEAD has no body that could say which of the two is missing, bucket or key. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name)
}

/**
 * An error of the SDK in the store's words. Only what it is called and where it happened is kept: its own object carries
 * parts of the request that don't belong in a log.
 */
export function asS3Error(error: unknown, where: string): Error {
  const { name, message, code } = error as Error & { readonly code?: string }
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 507 || full.has(name)) return new StoreFull(`No room is left in ${where} (${name})`)
  if (name === 'NoSuchBucket') return new StoreUnavailable(`There is no bucket for ${where}`)
  // The SDK has looked everywhere it knows: in the settings, the environment, the machine's role.
  if (name === 'CredentialsProviderError')
    return new StoreUnavailable(
      `No keys are known for ${where}: set STORE_S3_ACCESS_KEY_ID and STORE_S3_SECRET_ACCESS_KEY (for backups ` +
        'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY), or give this machine a role that may use the bucket',
    )
  if (status === 401 || status === 403) return new StoreUnavailable(`${where} refuses access (${name})`)
  const what = [status, name, code ?? (status === undefined ? message : undefined)].filter(Boolean).join(', ')
  return new StoreUnavailable(`${where} doesn't answer as it should (${what})`)
}

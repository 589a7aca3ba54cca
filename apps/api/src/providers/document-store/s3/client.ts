import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#api/platform/settings/document-store.ts'

const connectPatience = 3_000
/** Until the answer begins, or without a byte on the connection. */
const answerPatience = 15_000
const attempts = 4
const sockets = 64

/**
 * A client for one bucket. What the SDK would add on its own to detect damage isn't understood by every compatible
 * store; we send and check hashes of our own (bucket.ts).
 */
export function createS3Client(settings: S3Settings): S3Client {
  const { endpoint, region, pathStyle, credentials } = settings
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    // Else the SDK's own order: environment, files, web identity, and what the machine or the container says.
    ...(credentials ? { credentials } : {}),
    maxAttempts: attempts,
    retryMode: 'standard',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectPatience,
      requestTimeout: answerPatience,
      throwOnRequestTimeout: true,
      socketTimeout: answerPatience,
      httpAgent: { keepAlive: true, maxSockets: sockets },
      httpsAgent: { keepAlive: true, maxSockets: sockets },
    },
  })
}

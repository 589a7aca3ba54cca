import * as accounts from './accounts.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as signatureRequests from './signature-requests.ts'
import * as signing from './signing.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Every call of the contract. */
export const endpoints: readonly Endpoint[] = [accounts, documents, signatureRequests, signing].flatMap(
  (noun) => Object.values(noun as Record<string, unknown>).filter(isEndpoint),
)

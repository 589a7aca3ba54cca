import { openHttpClient as openAnyClient } from '#api/providers/http-client/http-client.ts'
import type {
  HttpClient,
  HttpClientOptions as AnyClientOptions,
} from '#api/providers/http-client/http-client.ts'
import { StepwiseSigningFailed } from './port.ts'

export type { Call, HttpClient, Reply } from '#api/providers/http-client/http-client.ts'

export interface HttpClientOptions extends Omit<AnyClientOptions, 'unavailable'> {
  /** Named in errors. */
  readonly service: string
}

/** A client of a trust service: its outages are StepwiseSigningFailed. */
export function openHttpClient({ service, ...options }: HttpClientOptions): HttpClient {
  const unavailable = (reason: string, cause?: unknown) =>
    new StepwiseSigningFailed('unavailable', service, reason, { cause })
  return openAnyClient({ ...options, unavailable })
}

import type { Legislation } from '@countersign/contract/values.ts'
import type { z } from 'zod/mini'
import type { IdentificationMethod, IdentificationOrder, ProviderName, Webhook } from './port.ts'
import type { CaseReading } from './results.ts'
import type { DeliverySignature } from './webhook-signature.ts'

export interface OrderCall {
  readonly method: 'POST' | 'PUT'
  /** Below the provider's address, with a slash at the front. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body: unknown
}

/** How one provider says what all of them say (docs/decisions/0044). */
export interface Dialect {
  readonly name: Exclude<ProviderName, 'id-austria'>
  readonly legislation: Legislation
  readonly methods: readonly IdentificationMethod[]
  credentials(apiKey: string): Readonly<Record<string, string>>
  order(order: IdentificationOrder): OrderCall
  readonly started: z.ZodMiniType<{ reference: string; url: string; expiresAt: string }>
  casePath(reference: string): string
  readonly case: z.ZodMiniType<CaseReading>
  /** What a webhook's body holds. */
  readonly webhookBody: z.ZodMiniType<CaseReading>
  signatureIn(headers: Webhook['headers']): DeliverySignature | undefined
  /** Of a refusal. */
  errorCode(answer: unknown): unknown
}

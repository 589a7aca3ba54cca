import type { IdentityProvider } from '#api/platform/settings/identity-provider.ts'
import type { Context } from '#api/providers/context.ts'
import {
  ProviderAnswerInvalid,
  ProviderUnavailable,
  SignOnCancelled,
  type SingleSignOn,
} from '#api/providers/single-sign-on/port.ts'
import { isBusinessProvider, type TestResult } from './business-provider.ts'
import type { SignOnFailure } from './sign-on.ts'

export interface ProviderFailure {
  readonly failure: SignOnFailure
  /** The same for the person who set the provider up. */
  readonly problem: Exclude<TestResult, 'ok'>
}

/** The adapter for this provider: a business's is called under the rules for outgoing requests, without exceptions. */
export function signOnAt(context: Context, provider: IdentityProvider): SingleSignOn {
  return isBusinessProvider(provider) ? context.businessSignOn : context.singleSignOn
}

/** What people are told, and for the operator why: a wrong secret or a clock that is off shows in the log alone. */
export function failureBy(context: Context, provider: IdentityProvider, error: unknown): ProviderFailure {
  if (error instanceof SignOnCancelled) return { failure: 'cancelled', problem: 'cancelled' }
  const isKnown = error instanceof ProviderUnavailable || error instanceof ProviderAnswerInvalid
  if (!isKnown) throw error
  context.log.warn({ provider: provider.name, reason: error.message }, 'a company sign-in failed')
  const failure = error instanceof ProviderUnavailable ? 'provider_unavailable' : 'invalid_response'
  return { failure, problem: error.problem }
}

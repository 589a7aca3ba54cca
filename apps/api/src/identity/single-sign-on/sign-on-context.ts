import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import type { ProvidedIdentity } from '#api/providers/single-sign-on/port.ts'
import type { BusinessProviders } from './business-provider.ts'
import type { BegunSignOn, SignOnFailure } from './sign-on.ts'

export interface Reauthentication {
  readonly approvalId: string
  /** Of what they were led there to sign; null where an older release led them there. */
  readonly revision: number | null
  /** Null where the provider gave nobody to believe: that proves nothing, and nothing against them either. */
  readonly identity: Pick<ProvidedIdentity, 'issuer' | 'subject'> | null
  readonly address: string
  readonly userAgent: string
}

/** The way to a provider that an admin tests, or where its page is if the provider couldn't even be asked. */
export type BegunTest =
  | BegunSignOn
  | { readonly failure: SignOnFailure }
  | { readonly failure: null; readonly path: string }

/** What a company sign-in needs of signing, which is above it: `app/` passes it in. */
export interface SignOnContext extends Context, BusinessProviders {
  /** Gives a new account what waits for its email address to be signed. */
  readonly adoptSignatures: (tx: Transaction, accountId: string, email: string) => Promise<void>
  /** Leads a signer to their company's provider to confirm who they are. */
  readonly leadToReauthentication: (given: {
    readonly token: string
    readonly browserSecret: string | undefined
  }) => Promise<BegunSignOn | { readonly failure: SignOnFailure }>
  /** Leads an admin to the provider that they try. */
  readonly leadToProviderTest: (token: string) => Promise<BegunTest>
  /** The signer is back from it. */
  readonly finishReauthentication: (back: Reauthentication) => Promise<void>
}

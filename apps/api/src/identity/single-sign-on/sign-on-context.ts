import type { Transaction } from '#api/platform/db/transaction.ts'
import type { Context } from '#api/providers/context.ts'
import type { ProvidedIdentity } from '#api/providers/single-sign-on/port.ts'
import type { BegunSignOn, SignOnFailure } from './sign-on.ts'

export interface Reauthentication {
  readonly approvalId: string
  /** Null where the provider gave nobody to believe: that proves nothing, and nothing against them either. */
  readonly identity: Pick<ProvidedIdentity, 'issuer' | 'subject'> | null
  readonly address: string
  readonly userAgent: string
}

/** What a company sign-in needs of signing, which is above it: `app/` passes it in. */
export interface SignOnContext extends Context {
  /** Gives a new account what waits for its email address to be signed. */
  readonly adoptSignatures: (tx: Transaction, accountId: string, email: string) => Promise<void>
  /** Leads a signer to their company's provider to confirm who they are. */
  readonly leadToReauthentication: (
    token: string,
  ) => Promise<BegunSignOn | { readonly failure: SignOnFailure }>
  /** The signer is back from it. */
  readonly finishReauthentication: (back: Reauthentication) => Promise<void>
}

import type { Config } from '#api/platform/settings/config.ts'
import type { KeyKind } from './identity.ts'
import type { MasterKey } from '#api/platform/secrets/secret-box.ts'
import type { KeyStore } from './key-store.ts'
import type { Installation } from './profiles.ts'

export interface AuthorityOptions {
  readonly store: KeyStore
  readonly masterKey: MasterKey
  readonly installation: Installation
  /** Of the keys that are made from now on; those that sign are replaced where they are of another. */
  readonly keyKind?: KeyKind
  readonly now: () => Date
}

/** As the settings have them, for the processes and for the operator's command alike. */
export function authorityOptions(
  { publicUrl, signatureKey }: Pick<Config, 'publicUrl' | 'signatureKey'>,
  parts: Pick<AuthorityOptions, 'store' | 'masterKey' | 'now'>,
): AuthorityOptions {
  return { ...parts, installation: { organization: 'Countersign', publicUrl }, keyKind: signatureKey }
}

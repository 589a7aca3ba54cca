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

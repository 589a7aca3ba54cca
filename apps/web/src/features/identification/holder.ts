import type { Legislation } from '@countersign/contract/values.ts'
import type { Coverage, Identification, IdentificationMethod } from '@countersign/contract/identifications.ts'
import type { IdentificationPage } from '#web/lib/paths.ts'

/** As in the identity document, and the number that signatures are approved with. */
export interface Person {
  readonly firstName: string
  readonly lastName: string
  /** E.164. */
  readonly mobile: string
}

export interface IdentificationOption {
  readonly legislation: Legislation
  readonly method: IdentificationMethod
}

/** The calls of 7.7, made for one account or by one link. */
export interface IdentificationCalls {
  list(signal?: AbortSignal): Promise<Identification[]>
  coverage(signal?: AbortSignal): Promise<Coverage>
  /** The newest of a way, of which the service is asked where it runs. */
  look(option: IdentificationOption): Promise<Identification | null>
  create(option: IdentificationOption, person: Person): Promise<Identification>
  remove(option: IdentificationOption, email: string): Promise<unknown>
  acceptTerms(): Promise<unknown>
  /** Hands over what the browser brought back from ID Austria. */
  returnFromIdAustria(query: string): Promise<unknown>
}

/** Who is being identified: an account, or someone who came by a link, for one signature. */
export interface Holder {
  /** Tells what was asked for one from what was asked for another. */
  readonly key: string
  readonly isGuest: boolean
  readonly email: string
  /** What is known already; empty where it is not. */
  readonly person: Person
  readonly calls: IdentificationCalls
  readonly page: (page: IdentificationPage) => string
  /** Where one continues once it is done. */
  readonly home: { readonly to: string; readonly isDocument: boolean }
  /** Makes the proved name the account's own. */
  readonly adoptName?: (id: string) => Promise<unknown>
  /** Keeps a number that the identification did not give; only an account can. */
  readonly saveMobile?: (mobile: string) => Promise<unknown>
}

import type { Quality } from '@countersign/contract/values.ts'

/** The levels under a law, made with a certificate of the signer. A click or a regulated record is under none. */
export const aboveSimple: readonly Quality[] = ['AES', 'AES_MINIMAL', 'QES']

/** Whether an advanced signature is enough for a request of this level. A qualified one is too. */
export const isAdvanced = (quality: Quality): boolean => quality === 'AES' || quality === 'AES_MINIMAL'

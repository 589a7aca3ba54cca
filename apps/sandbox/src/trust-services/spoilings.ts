/** Ways in which what is returned is not what was asked for. */
export const spoilings = ['bad_signature', 'wrong_digest', 'no_timestamp', 'wrong_quality'] as const
export type Spoiling = (typeof spoilings)[number]

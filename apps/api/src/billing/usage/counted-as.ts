import type { Quality } from '@countersign/contract/values.ts'
import type { CountedQualityRow } from '#api/platform/db/billing-tables.ts'
import type { SigningQuality } from '#api/platform/db/tables.ts'

// A regulated record is made with a simple signature (decision 43).
const counted = {
  DEMO: 'ses',
  SES: 'ses',
  PART11: 'ses',
  AES: 'aes',
  QES: 'qes',
  SEAL_AES: 'seal',
  SEAL_QES: 'seal',
} as const satisfies Record<SigningQuality, CountedQualityRow>

/** As what a signature counts, whether it is asked for or made. */
export function countedAs(quality: SigningQuality | Quality): CountedQualityRow {
  return quality === 'AES_MINIMAL' ? 'aes' : counted[quality]
}

/** Those that count as one of these; null: all. */
export function qualitiesOf(as: CountedQualityRow | null): SigningQuality[] {
  const all = Object.keys(counted) as SigningQuality[]
  return as === null ? all : all.filter((quality) => counted[quality] === as)
}

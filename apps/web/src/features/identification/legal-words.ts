import type { Legislation } from '@countersign/contract/values.ts'
import { useLingui } from '@lingui/react/macro'

/** What an identification under a law is good for, in one sentence: the words of the law. */
export function useQualifiedLevelName(): (legislation: Legislation) => string {
  const { t } = useLingui()
  const legalEffects: Record<Legislation, string> = {
    EIDAS: t`A qualified electronic signature (QES) under European law (eIDAS) is equivalent to a handwritten signature in the European Union.`,
    ZERTES: t`A qualified electronic signature (QES) under Swiss law (ZertES) is equivalent to a handwritten signature in Switzerland.`,
  }
  return (legislation) => legalEffects[legislation]
}

/** What one can sign with once it has succeeded (design, 4.6). */
export function useGains(): (legislation: Legislation) => readonly [qualified: string, advanced: string] {
  const { t } = useLingui()
  const gains: Record<Legislation, readonly [string, string]> = {
    EIDAS: [
      t`Qualified electronic signature (QES) under European law (eIDAS)`,
      t`Advanced electronic signature (AES) under Swiss law (ZertES)`,
    ],
    ZERTES: [
      t`Qualified electronic signature (QES) under Swiss law (ZertES)`,
      t`Advanced electronic signature (AES) under European law (eIDAS)`,
    ],
  }
  return (legislation) => gains[legislation]
}

import { useLingui } from '@lingui/react/macro'

/** The name of the level of a signature or seal that was made; an unknown level is shown by its key. */
export function useQualityName(): (quality: string) => string {
  const { t } = useLingui()
  const words: Record<string, string> = {
    QES: t`Qualified (QES)`,
    AES: t`Advanced (AES)`,
    SES: t`Simple (SES)`,
    PART11: t`Part 11`,
    SEAL_QES: t`Qualified seal`,
    SEAL_AES: t`Advanced seal`,
    DEMO: t`Demo`,
  }
  return (quality) => words[quality] ?? quality
}

import { useLingui } from '@lingui/react/macro'

const looks: Record<string, { fill: string; ink: string }> = {
  QES: { fill: 'fill-chart-qes', ink: 'text-chart-qes' },
  AES: { fill: 'fill-chart-aes', ink: 'text-chart-aes' },
  SES: { fill: 'fill-chart-ses', ink: 'text-chart-ses' },
  PART11: { fill: 'fill-chart-part11', ink: 'text-chart-part11' },
  SEAL_QES: { fill: 'fill-chart-seal-qes', ink: 'text-chart-seal-qes' },
  SEAL_AES: { fill: 'fill-chart-seal-aes', ink: 'text-chart-seal-aes' },
}
const other = { fill: 'fill-chart-demo', ink: 'text-chart-demo' }

/** A weight's name and its colour, the same in the columns and in their labels. */
export function useQualityLook() {
  const { t } = useLingui()
  const names: Record<string, string> = {
    QES: t`Qualified (QES)`,
    AES: t`Advanced (AES)`,
    SES: t`Simple (SES)`,
    PART11: t`Part 11`,
    DEMO: t`Demonstration`,
    SEAL_AES: t`Advanced seal`,
    SEAL_QES: t`Qualified seal`,
  }
  return (quality: string) => ({ name: names[quality] ?? quality, ...(looks[quality] ?? other) })
}

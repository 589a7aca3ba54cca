import { useQualityName } from '#web/ui/requests/quality-name.ts'

const looks: Record<string, { fill: string; ink: string }> = {
  QES: { fill: 'fill-chart-qes', ink: 'text-chart-qes' },
  AES: { fill: 'fill-chart-aes', ink: 'text-chart-aes' },
  SES: { fill: 'fill-chart-ses', ink: 'text-chart-ses' },
  PART11: { fill: 'fill-chart-part11', ink: 'text-chart-part11' },
  SEAL_QES: { fill: 'fill-chart-seal-qes', ink: 'text-chart-seal-qes' },
  SEAL_AES: { fill: 'fill-chart-seal-aes', ink: 'text-chart-seal-aes' },
}
const other = { fill: 'fill-chart-demo', ink: 'text-chart-demo' }

/** A level's name and colour, the same in the columns and in their labels. */
export function useQualityLook() {
  const nameOf = useQualityName()
  return (quality: string) => ({ name: nameOf(quality), ...(looks[quality] ?? other) })
}

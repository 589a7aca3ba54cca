import { useLingui } from '@lingui/react/macro'
import { formatDateTime } from '#web/lib/language/format.ts'

/** Shows a value as a correction found or left it. */
export function useChangedValue(field: string): (value: unknown) => string {
  const { i18n, t } = useLingui()
  const plain = (value: unknown): string => {
    if (value === true || value === 'true') return t`Yes`
    if (value === false || value === 'false') return t`No`
    return String(value)
  }
  const place = (of: Record<string, unknown>): string => {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
      i18n.number(Number(of[name]), { maximumFractionDigits: 1 }),
    )
    const page = Number(of['page']) + 1
    return t`page ${page}: ${x}, ${y}; ${width} × ${height}`
  }
  const option = ({ label, place: own }: Record<string, unknown>): string =>
    own ? `${plain(label)} (${place(Object(own))})` : plain(label)
  const shown = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (Array.isArray(value)) return value.map(shown).join('; ')
    if (typeof value !== 'object')
      return field === 'expiresAt' && typeof value === 'string'
        ? formatDateTime(value, i18n.locale)
        : plain(value)
    const of = value as Record<string, unknown>
    // Who may not read it, or reads it after it was deleted, learns that it was there.
    if ('commitment' in of) return of['value'] === undefined ? t`not shown` : plain(of['value'])
    return 'page' in of ? place(of) : option(of)
  }
  return shown
}

import type { Seal } from '@countersign/contract/seals.ts'
import { plain } from '#web/lib/language/plain.ts'

export type DocumentOrder = 'label' | 'newest' | 'members'

/** Those that have what was typed in their label or name, in the order that was chosen. */
export function shownSeals(
  seals: readonly Seal[],
  { search, order }: { search: string; order: DocumentOrder },
  locale: string,
): Seal[] {
  const typed = plain(search.trim())
  const byLabel = (a: Seal, b: Seal) => a.label.localeCompare(b.label, locale)
  const orders = {
    label: byLabel,
    newest: (a: Seal, b: Seal) => b.createdAt.localeCompare(a.createdAt) || byLabel(a, b),
    members: (a: Seal, b: Seal) => b.nMembers - a.nMembers || byLabel(a, b),
  }
  return seals.filter(({ label, name }) => plain(`${label} ${name}`).includes(typed)).toSorted(orders[order])
}

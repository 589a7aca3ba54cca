import type { Language } from '@countersign/contract/values.ts'

/**
 * The first of the offered languages among the tags (BCP 47, or an Accept-Language header's list), in their order; English
 * if there is none.
 */
export function chooseLanguage<Offered extends Language>(
  offered: readonly Offered[],
  ...tags: readonly (string | null | undefined)[]
): Offered | 'en' {
  for (const tag of tags.flatMap((list) => (list ?? '').toLowerCase().split(','))) {
    const found = offered.find((language) => new RegExp(`^\\s*${language}(?:[-_;]|\\s*$)`).test(tag))
    if (found) return found
  }
  return 'en'
}

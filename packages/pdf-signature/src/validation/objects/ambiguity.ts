import { isDict, isStream } from '../../reader/objects.ts'
import type { PdfObject } from '../../reader/objects.ts'

/** Whether a dictionary in the object says a key twice: readers may take either (ISO 32000-2 §7.3.7 leaves it open). */
export function isAmbiguous(value: PdfObject | undefined): boolean {
  const stack: PdfObject[] = [value ?? null]
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (Array.isArray(item)) {
      for (const each of item) if (typeof each === 'object') stack.push(each)
      continue
    }
    const dict = isStream(item) ? item.dict : isDict(item) ? item : undefined
    if (dict?.ambiguous) return true
    for (const each of dict?.entries.values() ?? []) if (typeof each === 'object') stack.push(each)
  }
  return false
}

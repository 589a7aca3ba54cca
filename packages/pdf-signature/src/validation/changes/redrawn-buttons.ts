import { inputKind } from '../../fields/input-kind.ts'
import { dictEntry, entryOf, resolve } from '../../reader/document.ts'
import type { PdfDocument } from '../../reader/document.ts'
import type { FormField } from '../../reader/form-fields.ts'
import { isDict, isStream } from '../../reader/objects.ts'
import type { PdfDict, PdfStream } from '../../reader/objects.ts'
import type { Comparison } from './comparison.ts'
import { sameObject } from './references.ts'

/**
 * Whether a check box or radio button has other pictures for its states than it had: one that is off could look ticked. To
 * switch it takes none (ISO 32000-2 §12.7.5.2.3); a viewer may make those that a form lacks altogether.
 */
export function hasOtherPictures({ before, after }: Comparison, field: FormField): boolean {
  const kind = inputKind(before, field)
  if (kind !== 'checkbox' && kind !== 'radio') return false
  return field.widgets.some(({ ref, dict }) => {
    const now = ref ? after.load(ref.num) : null
    const had = picturesOf(before, dict)
    if (!isDict(now) || had.size === 0) return false
    return [...picturesOf(after, now)].some(([state, picture]) => {
      const old = had.get(state)
      return old ? !sameObject(old, picture) : picture.data.length > 0
    })
  })
}

/** Whether it has pictures where it had none: these may show anything. */
export function hasMadePictures({ before, after }: Comparison, field: FormField): boolean {
  return field.widgets.some(({ ref, dict }) => {
    const now = ref ? after.load(ref.num) : null
    return isDict(now) && picturesOf(before, dict).size === 0 && picturesOf(after, now).size > 0
  })
}

/** By the kind of appearance and its state. */
function picturesOf(document: PdfDocument, widget: PdfDict): Map<string, PdfStream> {
  const appearances = dictEntry(document, widget, 'AP')
  const found = new Map<string, PdfStream>()
  for (const key of ['N', 'R', 'D']) {
    const held = appearances ? entryOf(document, appearances, key) : null
    for (const [state, entry] of isDict(held) ? held.entries : []) {
      const picture = resolve(document, entry)
      if (isStream(picture)) found.set(`${key} ${state}`, picture)
    }
  }
  return found
}

import { initialsAtMost } from '@countersign/contract/field-values.ts'

/** `Anna-Lena Keller`: ALK. The first character of each part of a name, in its own script. */
export function initialsOf(name: string): string {
  const parts = name.normalize('NFC').split(/[\s\p{Pd}]+/u)
  const letters = parts.flatMap((part) => {
    const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(part)
    return first && /\p{L}/u.test(first.segment) ? [first.segment.toLocaleUpperCase()] : []
  })
  // A character may be made of several code points: no more of them than the field takes.
  let initials = ''
  for (const letter of letters) if ([...initials, ...letter].length <= initialsAtMost) initials += letter
  return initials
}

import { lengthAtMost } from '@countersign/contract/field-rules.ts'
import type { SignerField } from '#api/platform/values/signer-field.ts'
import { rulesOf } from './signer-field.ts'

interface KnownSigner {
  readonly email: string
  /** Under which they sign; null while nobody knows. */
  readonly name: string | null
}

/** What the signer's own field is filled in with where nothing is prefilled: by what is known of the person who signs. */
export function knownValue(field: SignerField, { email, name }: KnownSigner): string | null {
  const { type } = field
  if (type === 'EMAIL') return email
  if (type === 'NAME') return name
  return type === 'INITIALS' && name !== null ? initialsOf(name, lengthAtMost(rulesOf(field))) : null
}

/** `Anna-Lena Keller`: ALK. The first character of each part of a name, in its own script. */
function initialsOf(name: string, atMost: number): string {
  const parts = name.normalize('NFC').split(/[\s\p{Pd}]+/u)
  const letters = parts.flatMap((part) => {
    const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(part)
    return first && /\p{L}/u.test(first.segment) ? [first.segment.toLocaleUpperCase()] : []
  })
  // A character may be made of several code points: no more of them than the field takes.
  let initials = ''
  for (const letter of letters) if ([...initials, ...letter].length <= atMost) initials += letter
  return initials
}

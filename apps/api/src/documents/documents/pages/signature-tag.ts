import { Email } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'

/**
 * A text tag: words in a document that say who signs there, as the person who writes it from a template of their own puts them.
 *
 *   tag    = "{{" who "}}" | "[[" who "]]"
 *   who    = word number | word ":" ( number | email )
 *   word   = "s" | "sign" | "signature"
 *   number = 1 to 500, the signer's place in the list
 *
 * In small or large letters, with spaces around its parts. A tag is on one line.
 */
export interface SignatureTag {
  readonly text: string
  /** Where it is in the line. */
  readonly start: number
  readonly end: number
  /** From 1; null where an email says who. */
  readonly number: number | null
  readonly email: string | null
}

const inBraces = /\{\{([^{}]{1,280})\}\}|\[\[([^[\]]{1,280})\]\]/g
const who = /^\s*(?:signature|sign|s)(?:\s*:\s*(\S+)|\s*(\d{1,3}))\s*$/i
const numberAtMost = 500

export function readTags(line: string): SignatureTag[] {
  return [...line.matchAll(inBraces)].flatMap((found): SignatureTag[] => {
    const [text, braces, brackets] = found
    const [, given, short] = who.exec(braces ?? brackets ?? '') ?? []
    const said = given ?? short
    if (said === undefined) return []
    const at = { text, start: found.index, end: found.index + text.length }
    if (/^\d{1,3}$/.test(said)) {
      const number = Number(said)
      return number >= 1 && number <= numberAtMost ? [{ ...at, number, email: null }] : []
    }
    const email = z.safeParse(Email, said)
    return email.success ? [{ ...at, number: null, email: email.data }] : []
  })
}

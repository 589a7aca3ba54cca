import { labelAtMost, optionsAtMost } from '@countersign/contract/field-rules.ts'
import type { DocumentTag } from '@countersign/contract/documents.ts'
import { Email, line } from '@countersign/contract/values.ts'
import * as z from 'zod/mini'

/**
 * A text tag: words in a document that say who signs or fills in a field there, as the person who writes it from a template of
 * their own puts them.
 *
 *   tag     = "{{" said "}}" | "[[" said "]]"
 *   said    = word number [ ":" rest ] | word ":" ( number | email ) [ ":" rest ]
 *   word    = "s" | "sign" | "signature", without a rest, or one of the words for a field
 *   number  = 1 to 500, the signer's place in the list
 *   rest    = label [ "*" ], of a dropdown label [ "*" ] ":" option { "|" option }
 *
 * In small or large letters, with spaces around its parts. An asterisk: required. A tag is on one line.
 */
export interface TextTag extends Omit<DocumentTag, 'position'> {
  /** Where it is in the line. */
  readonly start: number
  readonly end: number
}

type Word = Pick<TextTag, 'type'> & { readonly multiline?: true }
const words = new Map<string, Word>([
  ['s', { type: 'SIGNATURE' }],
  ['sign', { type: 'SIGNATURE' }],
  ['signature', { type: 'SIGNATURE' }],
  ['initials', { type: 'INITIALS' }],
  ['date signed', { type: 'DATE_SIGNED' }],
  ['name', { type: 'NAME' }],
  ['email', { type: 'EMAIL' }],
  ['text', { type: 'TEXT' }],
  ['lines', { type: 'TEXT', multiline: true }],
  ['number', { type: 'NUMBER' }],
  ['date', { type: 'DATE' }],
  ['checkbox', { type: 'CHECKBOX' }],
  ['dropdown', { type: 'DROPDOWN' }],
])

const inBraces = /\{\{([^{}]{1,500})\}\}|\[\[([^[\]]{1,500})\]\]/g
const parts = /^\s*([a-z]+(?:[ _-]signed)?)\s*(?::\s*([^\s:]+)|(\d{1,3}))\s*(?::(.*))?$/i
const numberAtMost = 500

export function readTags(line: string): TextTag[] {
  return [...line.matchAll(inBraces)].flatMap((found): TextTag[] => {
    const [text, braces, brackets] = found
    const [, word = '', given, short, rest] = parts.exec(braces ?? brackets ?? '') ?? []
    const kind = words.get(word.toLowerCase().replace(/[_-]/, ' '))
    const who = whoIn(given ?? short)
    const field = kind && fieldIn(kind.type, rest)
    if (!kind || !who || !field) return []
    return [
      {
        ...{ text, start: found.index, end: found.index + text.length },
        ...{ type: kind.type, multiline: kind.multiline ?? false },
        ...who,
        ...field,
      },
    ]
  })
}

function whoIn(said: string | undefined): Pick<TextTag, 'number' | 'email'> | null {
  if (said === undefined) return null
  if (/^\d{1,3}$/.test(said)) {
    const number = Number(said)
    return number >= 1 && number <= numberAtMost ? { number, email: null } : null
  }
  const email = z.safeParse(Email, said)
  return email.success ? { number: null, email: email.data } : null
}

type FieldParts = Pick<TextTag, 'label' | 'required' | 'options'>

/** What the tag says of its field; null where that isn’t what its type takes. */
function fieldIn(type: TextTag['type'], rest: string | undefined): FieldParts | null {
  const none = { label: null, required: false, options: [] }
  if (type === 'SIGNATURE') return rest === undefined ? none : null
  const [named = '', ...listed] = type === 'DROPDOWN' ? (rest ?? '').split(':') : [rest ?? '']
  const options = [...new Set(listed.join(':').split('|').map(trimmed))].filter(Boolean)
  if (type === 'DROPDOWN' && (options.length === 0 || options.length > optionsAtMost)) return null
  const label = named.trim()
  const required = label.endsWith('*')
  return { label: trimmed(required ? label.slice(0, -1) : label) || null, required, options }
}

const Said = line(labelAtMost, 1)

/** As a field takes it; nothing where it has what a field can’t show. */
const trimmed = (text: string): string =>
  z.safeParse(Said, text.trim().slice(0, labelAtMost).trim()).data ?? ''

import type { Language } from '@countersign/contract/values.ts'
import type { TemplateRole } from '#api/signing/templates/template.ts'
import { claimedColumns, type FieldColumn, guessFieldColumns } from './field-columns.ts'

/** Which columns say who signs as what, and what the role’s fields are prefilled with. */
export interface RoleColumns {
  readonly role_id: string
  readonly email: number | null
  readonly first_name: number | null
  readonly last_name: number | null
  readonly language: number | null
  readonly fields: readonly FieldColumn[]
}

export interface Mapping {
  readonly roles: readonly RoleColumns[]
  /** With `{{Column}}` for what a row says. */
  readonly title: string
  readonly message: string
}

const kinds = ['email', 'first_name', 'last_name', 'language'] as const
type Kind = (typeof kinds)[number]

// As spreadsheets name them in the languages of the product.
const named: Record<Kind, RegExp> = {
  email: /e-?\s?mail|courriel|\bposta\b/,
  first_name: /vorname|first\s?name|given\s?name|pr[eé]nom|\bnome\b/,
  last_name: /nachname|familienname|last\s?name|surname|family\s?name|cognome|\bnom\b|\bname\b/,
  language: /sprache|language|langue|lingua|\blang\b/,
}

// Of a name: what comes after tells nothing more.
const longestColumn = 200

/** What the names of the columns look like they are. A person looks at it before anything is sent. */
export function guessColumns(columns: readonly string[], roles: readonly TemplateRole[]): RoleColumns[] {
  const fields = guessFieldColumns(columns, roles)
  const words = columns.map((name) =>
    name.slice(0, longestColumn).toLowerCase().normalize('NFC').replaceAll('_', ' '),
  )
  const names = roles.map(({ name }) => name.toLowerCase().normalize('NFC'))
  const kindsOfColumns = words.map((word) => kinds.find((kind) => named[kind].test(word)) ?? null)
  const isNobodys = words.map((word) => !names.some((name) => word.includes(name)))
  // “Company name” is the field of that name, not a person’s. Without an email nothing can be sent.
  const taken = claimedColumns(fields, (index) => kindsOfColumns[index] === 'email')
  const take = (kind: Kind, role: number): number | null => {
    const free = words.flatMap((word, index) =>
      kindsOfColumns[index] === kind && !taken.has(index) ? [{ word, index }] : [],
    )
    const own = free.find(({ word }) => word.includes(names[role] ?? ''))
    const nobodys = free.find((column) => isNobodys[column.index])
    const found = (own ?? nobodys)?.index ?? null
    if (found !== null) taken.add(found)
    return found
  }
  return roles.map(({ id }, index) => ({
    role_id: id,
    email: take('email', index),
    first_name: take('first_name', index),
    last_name: take('last_name', index),
    language: take('language', index),
    fields: fields[index] ?? [],
  }))
}

const languageNames: Record<Language, readonly string[]> = {
  en: ['en', 'english', 'englisch', 'anglais', 'inglese'],
  de: ['de', 'german', 'deutsch', 'allemand', 'tedesco'],
  fr: ['fr', 'french', 'französisch', 'français', 'francese'],
  it: ['it', 'italian', 'italienisch', 'italien', 'italiano'],
}

/** By its code, with or without a country, or by its name in one of these languages. */
export function languageOf(cell: string): Language | null {
  const word = cell.trim().toLowerCase().normalize('NFC')
  const [code = ''] = word.split(/[-_]/)
  const found = Object.entries(languageNames).find(([, names]) => names.includes(word) || names[0] === code)
  return (found?.[0] as Language | undefined) ?? null
}

const placeholder = /\{\{([^{}]{1,200})\}\}/g

/** The columns that a text names. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name.trim())
}

export function indexOfColumn(columns: readonly string[], name: string): number {
  const wanted = name.trim().toLowerCase()
  return columns.findIndex((column) => column.toLowerCase() === wanted)
}

// Longer than any title and any message may be.
const filledAtMost = 10_000

/**
 * What a text says for a row, by its cells; null where that is too long for anything. What a cell holds is never looked at
 * for names again. The columns are looked up once for all rows, and nothing longer than that is ever put together: a few
 * letters that name a long cell again and again would fill the memory.
 */
export function fillingOf(
  text: string,
  columns: readonly string[],
): (cells: readonly string[]) => string | null {
  const parts: (string | number)[] = []
  let from = 0
  for (const { 0: whole, 1: name = '', index: at } of text.matchAll(placeholder)) {
    const column = indexOfColumn(columns, name)
    parts.push(text.slice(from, at), column < 0 ? whole : column)
    from = at + whole.length
  }
  parts.push(text.slice(from))
  return (cells) => {
    let filled = ''
    for (const part of parts) {
      filled += typeof part === 'string' ? part : (cells[part] ?? '')
      if (filled.length > filledAtMost) return null
    }
    return filled
  }
}

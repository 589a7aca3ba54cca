import { canonicalEmail } from '@countersign/contract/email.ts'
import { containsLink } from '@countersign/contract/plain-name.ts'
import { isEmail } from './email-rule.ts'

/** A list of people as it is pasted: from a mail's "To", a spreadsheet, or typed one on each line. */

export interface PastedPerson {
  readonly name: string
  readonly email: string
}

export interface PastedList {
  readonly people: readonly PastedPerson[]
  /** What names nobody: the words as they were, to be put right. */
  readonly wrong: readonly string[]
}

interface Cell {
  readonly text: string
  /** What was before it: nothing else tells "Keller, Anna" from two people. */
  readonly after: string
}

/** Cells of a line, parted by tab, semicolon or comma; what is in quotes or angle brackets stays together. */
function cellsOf(line: string): Cell[] {
  const cells: Cell[] = []
  let text = ''
  let after = ''
  let quoted = false
  let angled = false
  for (const letter of line) {
    if (letter === '"') quoted = !quoted
    if (letter === '<') angled = true
    if (letter === '>') angled = false
    if (!quoted && !angled && /[\t;,]/.test(letter)) {
      cells.push({ text, after })
      text = ''
      after = letter
    } else text += letter
  }
  cells.push({ text, after })
  return cells.filter((cell) => cell.text.trim() !== '')
}

interface Address {
  readonly before: string
  readonly email: string
  readonly angled: boolean
}

/** `Anna Keller <anna@example.org>`, `anna@example.org`, or `Anna Keller anna@example.org`. */
function addressIn(text: string): Address | null {
  const angled = /^([^<]*)<([^<>]*)>\s*$/.exec(text)
  const email = (angled?.[2] ?? text.trim().split(/\s+/).at(-1) ?? '').trim().replace(/^mailto:/i, '')
  if (!isEmail(email)) return null
  const before = angled ? (angled[1] ?? '') : text.trim().replace(/\S+$/, '')
  return { before, email, angled: angled !== null }
}

/** So much of a first or a last name the service takes. */
export const nameAtMost = 100

/**
 * Where an address book knows no name, a mail has the address in its place: `"anna@example.org" <anna@example.org>`. That is
 * nobody's name, and the service takes none with an address or a link.
 */
function asName(parts: readonly string[]): string {
  const words = parts.map((part) => part.replaceAll('"', '').trim()).filter(Boolean)
  const name = words.join(' ').replace(/\s+/g, ' ').slice(0, nameAtMost)
  return containsLink(name) ? '' : name
}

/** In quotes the family name may be first: "Keller, Anna". */
function turned(name: string): string {
  const [family = '', given = '', ...more] = name.replaceAll('"', '').split(',')
  return more.length === 0 && given.trim() !== '' ? `${given.trim()} ${family.trim()}` : name
}

const textOf = (cells: readonly Cell[]): string => cells.map(({ text }) => text.trim()).join(', ')

function readLine(line: string): PastedList {
  const people: { name: string; email: string }[] = []
  let waiting: Cell[] = []
  const wrong: string[] = []
  for (const cell of cellsOf(line)) {
    const address = addressIn(cell.text)
    if (!address) {
      waiting.push(cell)
      // A mistyped email is nobody's name, neither of the person before nor of the one after.
      if (cell.text.includes('@')) {
        wrong.push(textOf(waiting))
        waiting = []
      }
      continue
    }
    const isTurned =
      address.angled && cell.after === ',' && waiting.length === 1 && address.before.trim() !== ''
    const names = waiting.map(({ text }) => turned(text))
    const own = turned(address.before)
    people.push({ name: asName(isTurned ? [own, ...names] : [...names, own]), email: address.email })
    waiting = []
  }
  const [only] = people
  // Two columns the other way round: the email, then the name.
  if (only && people.length === 1 && only.name === '' && waiting.length > 0) {
    people[0] = { ...only, name: asName(waiting.map(({ text }) => text)) }
  } else if (waiting.length > 0) wrong.push(textOf(waiting))
  return { people, wrong }
}

/** The people of a list, and what in it names nobody. Who is named twice is there once. */
export function readPastedPeople(list: string): PastedList {
  const lines = list.split(/\r\n|\r|\n/).map(readLine)
  const people = new Map<string, PastedPerson>()
  for (const person of lines.flatMap((line) => line.people)) {
    const key = canonicalEmail(person.email)
    if (!people.get(key)?.name) people.set(key, person)
  }
  return { people: [...people.values()], wrong: lines.flatMap((line) => line.wrong) }
}

import { Refusal, wrongField } from '#api/platform/refusal.ts'
import { endOfString, incompleteAtEnd, unescaped } from './escaped-text.ts'

/** What a scanner finds: the JSON without the values of file members, and the text of these. */
export interface JsonEvents {
  json(bytes: Buffer): void
  /** A file member's value begins. */
  begin(): void
  /** A part of it, unescaped. */
  text(part: string): void
  /** It is complete: returns the string that replaces it in the JSON. */
  end(): string
}

const mostLevels = 32
const longestName = 1000
const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, colon, comma] = [code('"'), code('\\'), code(':'), code(',')]
const [openBrace, closeBrace, openBracket, closeBracket] = [code('{'), code('}'), code('['), code(']')]

interface Level {
  /** Null for an array. */
  readonly names: Set<string> | null
  /** The member that is being read, of an array its index. */
  name: string
  isNameNext: boolean
}

/**
 * Finds the values of file members in JSON that arrives in chunks. It follows the structure only: whether the JSON is valid is for
 * its parser, which gets every other byte unchanged. Refuses repeated names, of which a parser silently takes the last, and
 * deep nesting. `members` are paths such as `content` or `documents.*.content`.
 */
export function jsonScanner(members: readonly string[], events: JsonEvents): (chunk: Buffer) => void {
  const levels = levelStack(members)
  let mode: 'structure' | 'name' | 'string' | 'file' = 'structure'
  /** The beginning of a name or of an escape sequence that the chunk before ended in. */
  let held: Buffer = Buffer.alloc(0)
  let isEscaped = false

  /** Both read to the end of a string, or of the chunk, and return where they stopped. */
  const readString = (chunk: Buffer, from: number): number => {
    let at = from
    for (; at < chunk.length; at++) {
      if (isEscaped) isEscaped = false
      else if (chunk[at] === backslash) isEscaped = true
      else if (chunk[at] === quote) break
    }
    if (mode === 'name') {
      held = Buffer.concat([held, chunk.subarray(from, at)])
      if (held.length > longestName) throw new Refusal('request.malformed')
    }
    if (at === chunk.length) return at
    if (mode === 'name') levels.name(unescaped(held.toString('utf8')))
    held = Buffer.alloc(0)
    mode = 'structure'
    return at + 1
  }
  const readFile = (chunk: Buffer, from: number): number => {
    const bytes = Buffer.concat([held, chunk.subarray(from)])
    const end = endOfString(bytes)
    const complete = end < 0 ? bytes.length - incompleteAtEnd(bytes) : end
    events.text(unescaped(bytes.toString('latin1', 0, complete)))
    const stoppedAt = from + end + 1 - held.length
    held = end < 0 ? bytes.subarray(complete) : Buffer.alloc(0)
    if (end < 0) return chunk.length
    events.json(Buffer.from(JSON.stringify(events.end())))
    mode = 'structure'
    return stoppedAt
  }

  return (chunk) => {
    let at = 0
    /** From here on the bytes are JSON that has not been passed on. */
    let unsent = 0
    while (at < chunk.length) {
      if (mode === 'file') unsent = at = readFile(chunk, at)
      else if (mode !== 'structure') at = readString(chunk, at)
      else if (chunk[at++] !== quote) levels.structure(chunk[at - 1]!)
      else {
        mode = levels.isNameNext() ? 'name' : levels.isFile() ? 'file' : 'string'
        if (mode !== 'file') continue
        events.json(chunk.subarray(unsent, at - 1))
        unsent = at
        events.begin()
      }
    }
    if (unsent < chunk.length) events.json(chunk.subarray(unsent))
  }
}

/** The objects and arrays around the current position. */
function levelStack(members: readonly string[]) {
  const levels: Level[] = []
  const top = (): Level | undefined => levels.at(-1)
  const path = (): string => levels.map(({ name }) => name).join('.')
  const pattern = (): string => levels.map(({ names, name }) => (names ? name : '*')).join('.')
  return {
    isNameNext: () => top()?.names != null && top()!.isNameNext,
    isFile: () => members.includes(pattern()),
    name(name: string): void {
      const level = top()!
      level.name = name
      level.isNameNext = false
      if (level.names!.has(name)) throw wrongField(path(), 'twice', 'Named twice')
      level.names!.add(name)
    },
    structure(byte: number): void {
      const level = top()
      if (byte === openBrace || byte === openBracket) {
        if (levels.length === mostLevels) throw new Refusal('request.malformed')
        levels.push({ names: byte === openBrace ? new Set() : null, name: '0', isNameNext: true })
      } else if (byte === closeBrace || byte === closeBracket) levels.pop()
      else if (byte === comma && level?.names) level.isNameNext = true
      else if (byte === comma && level) level.name = String(Number(level.name) + 1)
      else if (byte === colon && level) level.isNameNext = false
    },
  }
}

import type { Cursor } from './lexer.ts'
import type { PdfObject } from './objects.ts'

type Container = readonly PdfObject[] | ReadonlyMap<string, PdfObject>

const written = new WeakMap<Container, Set<string | number>>()

/**
 * Remembers of a number that was just read into an array or dictionary whether it is an integer that was written as a real:
 * `2.0` is a number to some readers and no integer to others (ISO 32000-2 §7.3.3), which then take the default.
 */
export function noteReal(cursor: Cursor, value: number, container: Container, key: string | number): void {
  if (!Number.isInteger(value) || !endsAsReal(cursor)) return
  const keys = written.get(container)
  if (keys) keys.add(key)
  else written.set(container, new Set([key]))
}

/** Whether the number before the cursor has a decimal point; a reference was read further than its number. */
export function endsAsReal({ bytes, pos }: Cursor): boolean {
  let at = pos - 1
  while (isDigit(bytes[at])) at--
  return bytes[at] === 0x2e
}

const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 48 && code <= 57

export const isWrittenAsReal = (container: Container, key: string | number): boolean =>
  written.get(container)?.has(key) === true

export const hasWrittenReals = (container: Container): boolean => written.has(container)

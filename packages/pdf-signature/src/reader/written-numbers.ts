import { isDigit } from './lexer.ts'
import type { Cursor } from './lexer.ts'
import type { PdfObject } from './objects.ts'

type Container = readonly PdfObject[] | ReadonlyMap<string, PdfObject>

const written = new WeakMap<Container, Set<string | number>>()

/** Remembers of a value that was just read into an array or dictionary whether it is an integer that was written as a real. */
export function noteReal(cursor: Cursor, value: PdfObject, container: Container, key: string | number): void {
  if (!wasWrittenAsReal(cursor, value)) return
  const keys = written.get(container)
  if (keys) keys.add(key)
  else written.set(container, new Set([key]))
}

/**
 * Whether a value that was just read is an integer with a decimal point: `2.0` is a number to some readers and no integer to
 * others (ISO 32000-2 §7.3.3), which then take the default.
 */
export function wasWrittenAsReal({ bytes, pos }: Cursor, value: PdfObject): boolean {
  if (!Number.isInteger(value)) return false
  let at = pos - 1
  while (isDigit(bytes[at])) at--
  return bytes[at] === 0x2e
}

export const isWrittenAsReal = (container: Container, key: string | number): boolean =>
  written.get(container)?.has(key) === true

export const hasWrittenReals = (container: Container): boolean => written.has(container)

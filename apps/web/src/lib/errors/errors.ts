import type { I18n } from '@lingui/core'
import { CallError } from '../calls/call-error.ts'

/** Any failure in the words of the person's language; what nobody foresaw is our fault. */
export function describeFailure(failure: unknown, i18n: I18n): string {
  const words = i18n._(wordingId(failure, i18n.messages))
  return failure instanceof CallError && failure.id ? `${words} (${failure.id})` : words
}

/** The message that says it: 'error.{key}', where the catalogs that are loaded have it. */
export function wordingId(failure: unknown, messages: Readonly<Record<string, unknown>>): string {
  if (!(failure instanceof CallError)) return 'error.internal'
  const id = `error.${failure.key}`
  // Of some refusals the field's own code says more.
  const ids = [...failure.fields.map(({ code }) => `${id}.${code}`), id]
  return ids.find((one) => Object.hasOwn(messages, one)) ?? 'error.internal'
}

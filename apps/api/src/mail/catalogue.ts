import { readFileSync } from 'node:fs'
import type { Language } from '@countersign/contract/values.ts'
import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'

type Values = Readonly<Record<string, string | number>>

/**
 * Says an English message (ICU MessageFormat) in the reader's language. `context` tells two messages apart that are the
 * same in English and differ in another language. `npm run extract` reads the calls: message and context are literals.
 */
export type Say = (message: string, values?: Values, context?: string) => string

const po = formatter()

/** The words of the emails in one language. */
export function sayIn(language: Language): Say {
  const file = new URL(`locales/${language}.po`, import.meta.url)
  const about = { locale: language, sourceLocale: 'en', filename: file.pathname }
  const messages: Record<string, CompiledMessage> = {}
  for (const [id, { translation }] of Object.entries(po.parse(readFileSync(file, 'utf8'), about)))
    if (translation) messages[id] = compileMessage(translation)
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  i18n.setMessagesCompiler(compileMessage)
  return (message, values = {}, context) =>
    i18n._(generateMessageId(message, context), kept(values), { message })
}

/** Lingui decodes `\u0041` and `\x41` in the finished sentence, so also in what people typed: their backslashes are kept. */
function kept(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', String.raw`\u005c`) : value,
    ]),
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Language = 'en' | 'de' | 'fr' | 'it'

const sources = fileURLToPath(new URL('../../apps/web/src', import.meta.url))

/**
 * What the web app says in a language, looked up by what it says in English, so that a journey in German goes by the
 * German words. A sentence that is in no catalog is an error here; one without a translation shows in English.
 */
export function words(language: Language): (english: string) => string {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const catalogs = files.filter((file) => basename(file) === `${language}.po`)
  const catalog = new Map(catalogs.flatMap((file) => entriesOf(readFileSync(join(sources, file), 'utf8'))))
  return (english) => {
    const said = catalog.get(english)
    if (said === undefined) throw new Error(`no catalog has “${english}”`)
    return said || english
  }
}

function entriesOf(catalog: string): [string, string][] {
  return catalog.split(/\n{2,}/).map((entry) => [text(entry, 'msgid'), text(entry, 'msgstr')])
}

/** The text of a PO keyword: the quoted lines that follow it, joined. */
function text(entry: string, keyword: string): string {
  const lines = new RegExp(`^${keyword} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(entry)?.[1] ?? ''
  return [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map((line) => (line[1] ?? '').replaceAll(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter)))
    .join('')
}

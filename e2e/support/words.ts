import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Language = 'en' | 'de' | 'fr' | 'it'

const folders = ['locales', 'features/dashboard/locales', 'features/documents/locales']

/**
 * What the web app says in a language, looked up by what it says in English, so that a journey in German goes by the
 * German words. A sentence that is in no catalog is an error here; one without a translation shows in English.
 */
export function words(language: Language): (english: string) => string {
  const catalog = new Map(folders.flatMap((folder) => [...read(folder, language)]))
  return (english) => {
    const said = catalog.get(english)
    if (said === undefined) throw new Error(`no catalog has “${english}”`)
    return said || english
  }
}

function read(folder: string, language: Language): Map<string, string> {
  const address = new URL(`../../apps/web/src/${folder}/${language}.po`, import.meta.url)
  const entries = readFileSync(fileURLToPath(address), 'utf8').split(/\n{2,}/)
  return new Map(entries.map((entry) => [text(entry, 'msgid'), text(entry, 'msgstr')]))
}

/** The text of a PO keyword: the quoted lines that follow it, joined. */
function text(entry: string, keyword: string): string {
  const lines = new RegExp(`^${keyword} ((?:"(?:[^"\\\\]|\\\\.)*"\\n?)+)`, 'm').exec(entry)?.[1] ?? ''
  return [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map((line) => (line[1] ?? '').replaceAll(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter)))
    .join('')
}

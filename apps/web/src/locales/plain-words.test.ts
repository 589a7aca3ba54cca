import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// English as a colleague would write it: the words that made the first version read as translated do not come back.

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const foreign =
  /\b(?:whoever|whomever|somebody|anew|hand(?:s|ed|ing)? (?:it )?on\b|stands in\b|for want of|e-mails?|Nothing (?:else )?was lost)/giu

/** Where a reader has something to lose, and is told that it is safe. None at present. */
const allowed: readonly string[] = []

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules') && !file.endsWith('.test.ts'))
    .map((file) => path.join(folder, file))

/** The strings of a source file without its comments; of a file in several languages the English part. */
function stringsOf(source: string): string {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const english = /^ {2}en: [\s\S]*?(?=^ {2}de: )/m.exec(code)?.[0] ?? code
  return [...english.matchAll(/'(?:[^'\\\n]|\\.)*'|`[^`]*`|>[^<>{}]+</g)]
    .map(([text]) => text)
    .filter((text) => !/^'[#.@\w/-]*\/[\w./-]*'$/.test(text))
    .join('\n')
}

const shown = {
  catalogues: filesIn('apps/web/src', /[\\/]en\.po$/),
  emails: filesIn('apps/api/src/mail', /[\\/]en\.po$/),
  'words of the audit trail': filesIn('apps/api/src', /protocol-words[\\/]en\.ts$/),
  'errors of the API': ['packages/contract/src/errors.ts'],
  'pages where codes are typed': filesIn('apps/api/src', /verification-host[\\/]page-words\.ts$/),
  'pages of the sandbox': filesIn('apps/sandbox/src', /\.ts$/),
  documents: [
    'README.md',
    'CHANGELOG.md',
    ...filesIn('docs', /\.md$/).filter((file) => !/^docs[\\/]decisions[\\/]/.test(file)),
  ],
}

it.each(Object.entries(shown))('the %s have none of the foreign words', (_name, files) => {
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap((file) => {
    const content = readFileSync(path.join(root, file), 'utf8')
    const text = file.endsWith('.ts') ? stringsOf(content) : content
    return text
      .split('\n')
      .filter((line) => line.match(foreign) && !allowed.some((sentence) => line.includes(sentence)))
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(found).toEqual([])
})

it('a foreign word is found in a string and not in a comment', () => {
  const source = `// whoever reads this\nconst words = { a: 'Ask somebody', b: \`\${name} signs anew\` }`
  expect(stringsOf(source).match(foreign)).toEqual(['somebody', 'anew'])
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@babel/core'
import { describe, expect, it } from 'vitest'

// A word that someone reads and no catalog has: in the text of an element, in an attribute that is shown or read out,
// or handed to what shows it.

interface Node {
  readonly type: string
  readonly [part: string]: unknown
}
interface Found {
  readonly line: number
  readonly text: string
}

/** Lingui's own elements: what is in them is in the catalogs. */
const translated = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
const shownAttributes =
  /^(aria-label|aria-description|aria-roledescription|alt|title|label|placeholder|hint|description|error)$/
const showing = new Set(['showSnackbar', 'usePageTitle'])
/** Names of the product and of standards, which are the same in every language. */
const names =
  /^(Countersign|English|Deutsch|Français|Italiano|eIDAS|ZertES|SES|AES|QES|Part 11|PDF|GMT|UTC|[A-Z]{2,3})$/

const hasWords = (text: string) => /\p{L}{2,}/u.test(text) && !names.test(text.trim())

/** The untranslated words of a source text. */
function untranslatedIn(source: string, file: string): Found[] {
  const ast = parseSync(source, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: ['typescript', 'jsx', 'explicitResourceManagement'] },
  })
  const found: Found[] = []
  const note = (node: Node, text: unknown) => {
    if (typeof text !== 'string' || !hasWords(text)) return
    found.push({ line: (node['loc'] as { start: { line: number } }).start.line, text: text.trim() })
  }
  visit(ast as unknown as Node)
  return found

  function visit(node: Node): void {
    if (node.type === 'JSXElement' && translated.has(nameOf(node))) return
    if (node.type === 'JSXText') note(node, node['value'])
    if (node.type === 'JSXExpressionContainer') literalsOf(node['expression'] as Node)
    if (node.type === 'JSXAttribute') {
      const name = (node['name'] as Node)['name']
      if (typeof name !== 'string' || !shownAttributes.test(name)) return visitParts(node, true)
      const value = node['value'] as Node | null
      if (value?.type === 'StringLiteral') note(value, value['value'])
    }
    if (node.type === 'CallExpression' && showing.has(String((node['callee'] as Node)['name'])))
      literalsOf((node['arguments'] as Node[])[0])
    visitParts(node, false)
  }

  /** Inside an attribute that is not shown (a class name, a path) only elements count. */
  function visitParts(node: Node, elementsOnly: boolean): void {
    for (const part of Object.values(node).flat()) {
      if (typeof part !== 'object' || part === null || !('type' in part)) continue
      const child = part as Node
      if (!elementsOnly || child.type === 'JSXElement' || child.type === 'JSXFragment') visit(child)
      else visitParts(child, true)
    }
  }

  function literalsOf(node: Node | undefined): void {
    if (node?.type === 'StringLiteral') note(node, node['value'])
    if (node?.type === 'TemplateLiteral')
      for (const quasi of node['quasis'] as Node[]) note(quasi, (quasi['value'] as { raw: string }).raw)
    if (node?.type === 'ConditionalExpression') {
      literalsOf(node['consequent'] as Node)
      literalsOf(node['alternate'] as Node)
    }
    if (node?.type === 'LogicalExpression') literalsOf(node['right'] as Node)
  }
}

function nameOf(element: Node): string {
  const opening = element['openingElement'] as Node
  return String((opening['name'] as Node)['name'])
}

const sources = fileURLToPath(new URL('..', import.meta.url))
const screens = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tsx'),
)

describe('a word on a screen', () => {
  it('is found where it is not translated', () => {
    const source = `const a = <p title="Close it">Hello {ready ? 'ready' : null}<Trans>Fine <b>too</b></Trans></p>
      showSnackbar('Saved'); const b = <a className="plain words" href={'/some/path'}>{t\`Done\`}</a>`
    expect(untranslatedIn(source, 'example.tsx').map(({ text }) => text)).toEqual([
      'Close it',
      'Hello',
      'ready',
      'Saved',
    ])
  })

  it('is translated everywhere', () => {
    const found = screens.flatMap((file) =>
      untranslatedIn(readFileSync(path.join(sources, file), 'utf8'), file).map(
        ({ line, text }) => `${file}:${line} ${text}`,
      ),
    )
    expect(screens.length).toBeGreaterThan(50)
    expect(found).toEqual([])
  })
})

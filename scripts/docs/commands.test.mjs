import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commands } from '../../apps/api/src/app/operator-commands/commands.ts'
import { findCommand, readLine } from '../../apps/api/src/app/operator-commands/read-arguments.ts'
import { inRoot, root } from '../paths.mjs'

const guide = readFileSync(inRoot('docs/operating.md'), 'utf8')
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })]
const scripts = { countersign: '', verify: 'verify ', business: 'business ' }

/** The words of a command line, without quotes, comments and what stands for any value or the rest of the line. */
const wordsOf = (line) =>
  (line.replace(/ {2,}#.*| # .*/, '').match(/'[^']*'|[^\s']+/g) ?? [])
    .map((word) => word.replaceAll(/^['[]+|[\]',.;:]+$/g, ''))
    .filter((word) => word !== '' && word !== '…')

/** Every `countersign …` and `npm run countersign -- …` of a page, in blocks of code and in sentences. */
function commandLines(page) {
  const text = readFileSync(inRoot(page), 'utf8').replaceAll(/\\\n +/g, '')
  const blocks = [...text.matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) =>
    block.split('\n'),
  )
  const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code]) =>
    code.replaceAll(/\s+/g, ' '),
  )
  return [...blocks, ...inline].flatMap((line) => {
    const [, script, given] = /npm run (countersign|verify|business)(?: -- (.*))?$/.exec(line) ?? []
    if (script) return [scripts[script] + (given ?? '')]
    const [, typed] = /(?:^|exec api |^ +)countersign ([a-z].*)$/.exec(line) ?? []
    return typed ? [typed] : []
  })
}

const { description } = commands.find(({ name }) => name === 'business')
const businessVerbs = [...new Set(description.match(/(?<=^countersign business )[a-z-]+/gm))]

test('the README has every script of the package, and the documents name no other', () => {
  const scriptsOf = (file) => Object.keys(JSON.parse(readFileSync(inRoot(file), 'utf8')).scripts ?? {})
  const all = ['package.json', ...globSync('apps/*/package.json', { cwd: root })].flatMap(scriptsOf)
  const named = (page) =>
    [...readFileSync(inRoot(page), 'utf8').matchAll(/npm (?:run ([\w-]+)|(start|test)\b)/g)].map(
      ([, script, short]) => script ?? short,
    )
  expect(scriptsOf('package.json').filter((script) => !named('README.md').includes(script))).toEqual([])
  expect(pages.flatMap(named).filter((script) => !all.includes(script))).toEqual([])
})

test('the operating guide has every command of the operator', () => {
  const names = [...commands.map(({ name }) => name), ...businessVerbs.map((verb) => `business ${verb}`)]
  expect(businessVerbs.length).toBeGreaterThan(15)
  expect(names.filter((name) => !new RegExp(`[\`n]\\s?${name}\\b`).test(guide))).toEqual([])
})

test.each(pages)('every command in %s is understood', (page) => {
  const wrong = commandLines(page).filter((line) => {
    const words = wordsOf(line)
    if (words.length === 0 || ['help', 'COMMAND'].includes(words[0])) return false
    const read = readLine(commands, words)
    const command = findCommand(commands, read.words)
    const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
    const known = ['json', 'help', ...Object.keys(command?.options ?? {})]
    const [, verb] = command?.name === 'business' ? read.words : []
    if (verb && !businessVerbs.includes(verb)) return true
    return !command || options.some((option) => !known.includes(option))
  })
  expect(wrong).toEqual([])
})

test('the command lines of the operating guide are found', () => {
  const found = commandLines('docs/operating.md')
  expect(found.length).toBeGreaterThan(50)
  expect(found).toContain(
    'backup check --key backup.key   # restores the newest into a temporary database and verifies it',
  )
})

import { readFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { StoreFull } from '#api/providers/document-store/port.ts'
import {
  type Call,
  type Command,
  confirmation,
  defineCommand,
  type Option,
  type OptionTable,
} from './command.ts'
import { commands } from './commands.ts'
import { commonOptions } from './read-arguments.ts'
import { runCommand } from './run-command.ts'

const run = (...given: string[]) => runIn({}, ...given)
const runIn = (environment: Record<string, string>, ...given: string[]) => runOf(all, environment, ...given)
const runOf = (known: readonly Command[], environment: Record<string, string>, ...given: string[]) =>
  runWith(new PassThrough(), known, environment, given)
/** At a terminal, on which these keys are pressed. */
const typing = (keys: string, ...given: string[]) => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  stdin.write(keys)
  return runWith(stdin, all, {}, given)
}
async function runWith(
  stdin: PassThrough,
  known: readonly Command[],
  environment: Record<string, string>,
  given: readonly string[],
) {
  const [stdout, stderr] = [
    Object.assign(new PassThrough(), { isTTY: false }),
    Object.assign(new PassThrough(), { isTTY: 'isTTY' in stdin }),
  ]
  const streams = { stdin: stdin as unknown as NodeJS.ReadStream, stdout, stderr }
  const interruption = { undo: () => () => {}, isInterrupted: () => false }
  const status = await runCommand(known, given, { environment, interruption, ...streams })
  stdout.end()
  stderr.end()
  return { status, output: await text(stdout), errors: await text(stderr) }
}

const broken = defineCommand({
  name: 'broken',
  takes: '',
  summary: 'fails',
  options: {},
  run: () => Promise.reject(new TypeError('x is not a function')),
})
const unreadable = defineCommand({
  name: 'unreadable',
  takes: '',
  summary: 'reads what is not there',
  options: {},
  run: async () => ({ lines: [await readFile('/nowhere/file', 'utf8')], json: {} }),
})
const full = defineCommand({
  name: 'full',
  takes: '',
  summary: 'writes more than there is room for',
  options: {},
  run: () => Promise.reject(new StoreFull('No room is left')),
})
const risky = defineCommand({
  name: 'risky',
  takes: '',
  summary: 'asks before it does anything',
  options: { ...confirmation },
  run: async (call) => {
    const isSure = await call.confirm('Sure?')
    return { status: isSure ? 0 : 1, lines: [isSure ? 'Done.' : 'Nothing was changed.'], json: { isSure } }
  },
})
const all = [...commands, broken, unreadable, full, risky]

test('the help lists each command, and explains each', async () => {
  const overview = await run('help')
  expect(overview.status).toBe(0)
  const lines = overview.output.split('\n')
  for (const { name, takes, summary } of commands) {
    const line = lines.find((one) => one.startsWith(`  ${`${name} ${takes}`.trim()} `))
    expect(line).toMatch(new RegExp(`  ${summary}$`))
    expect(line?.length).toBeLessThan(120)
  }
  expect(await run()).toEqual(overview)
  expect(await run('--help')).toEqual(overview)
  for (const { name } of commands) {
    const one = await run('help', ...name.split(' '))
    expect(one.status).toBe(0)
    expect(one.output).toMatch(new RegExp(`^countersign ${name}\\b`))
    expect(await run(...name.split(' '), '--help')).toEqual(one)
  }
})

test('an unknown command or option ends with 2 and names the help', async () => {
  expect(await run('nonsense')).toEqual({
    status: 2,
    output: '',
    errors: 'There is no command “nonsense”.\nHelp: countersign help\n',
  })
  expect((await run('help', 'nonsense')).status).toBe(2)
  for (const { name } of commands)
    expect(await run(...name.split(' '), '--nonsense')).toEqual({
      status: 2,
      output: '',
      errors: `Unknown option '--nonsense'.\nHelp: countersign help ${name}\n`,
    })
})

test('with --json errors and help are JSON too', async () => {
  const failed = await run('verify', 'missing.pdf', '--json')
  expect([failed.status, failed.errors]).toEqual([2, ''])
  expect(JSON.parse(failed.output)).toEqual({ error: expect.stringContaining('missing.pdf') })
  expect(JSON.parse((await run('help', '--json')).output)).toEqual({
    help: expect.stringContaining('verify'),
  })
})

test('options before the command are taken, with their values', async () => {
  const after = await run('config', '--json')
  expect(JSON.parse(after.output)).toEqual(expect.anything())
  expect(await run('--json', 'config')).toEqual(after)
  const { errors } = await run('--yes', 'prune', '--nonsense')
  expect(errors).toBe("Unknown option '--nonsense'.\nHelp: countersign help prune\n")
  expect((await run('--json', 'help', 'prune')).output).toContain('"help": "countersign prune')
  expect((await run('--nonsense', 'of', 'config')).errors).toBe(
    "Unknown option '--nonsense'.\nHelp: countersign help\n",
  )
  expect((await run('help', '--nonsense', 'prune')).errors).toContain("Unknown option '--nonsense'.")
})

const commonJson: OptionTable = { json: commonOptions.json }

/** Each command without its work: what reached it, as JSON. */
const recorded = commands.map((command) => ({
  ...command,
  run: ({ positionals, options }: Call) =>
    Promise.resolve({ lines: [], json: { command: command.name, positionals, options } }),
}))
const sampleOf = (name: string, { type }: Option) =>
  type === 'boolean' ? [`--${name}`] : [`--${name}`, 'list']

test('an option is taken anywhere on the line, before, in and after a command’s name and what follows it', async () => {
  for (const { name, options } of commands) {
    const words = [...name.split(' '), 'one', 'two']
    const all: OptionTable = { ...options, ...commonJson }
    for (const [option, definition] of Object.entries(all)) {
      const expected = {
        command: name,
        positionals: ['one', 'two'],
        options: expect.objectContaining({
          json: true,
          [option]: definition.type === 'boolean' ? true : definition.multiple ? ['list'] : 'list',
        }),
      }
      for (let place = 0; place <= words.length; place++) {
        const line = [
          ...words.slice(0, place),
          '--json',
          ...sampleOf(option, definition),
          ...words.slice(place),
        ]
        const { status, output } = await runOf(recorded, {}, ...line)
        expect([line, status, JSON.parse(output)]).toEqual([line, 0, expected])
      }
    }
    for (let place = 0; place <= words.length; place++) {
      const { status, errors } = await runOf(
        recorded,
        {},
        ...words.slice(0, place),
        '--nonsense',
        ...words.slice(place),
      )
      expect([status, errors]).toEqual([2, expect.stringContaining("Unknown option '--nonsense'.")])
    }
  }
})

test('what follows a -- is no command’s name and no option', async () => {
  const reached = async (...given: string[]) =>
    JSON.parse((await runOf(recorded, {}, '--json', ...given)).output) as object
  expect(await reached('backup', '--', 'list')).toMatchObject({ command: 'backup', positionals: ['list'] })
  expect(await reached('backup', 'list', '--')).toMatchObject({ command: 'backup list', positionals: [] })
  expect(await reached('verify', '--', '--json')).toMatchObject({
    command: 'verify',
    positionals: ['--json'],
  })
})

test('an option of one name has one type in all commands', () => {
  const types = new Map<string, Set<string>>()
  for (const { options } of commands)
    for (const [name, { type }] of Object.entries(options))
      types.set(name, (types.get(name) ?? new Set()).add(type))
  expect([...types].filter(([, all]) => all.size > 1)).toEqual([])
})

test('an option of another command of businesses is refused by name', async () => {
  for (const line of [
    ['business', 'list', '--seats', '5'],
    ['--check', 'business', 'billing'],
    ['business', '--name', 'Lindenhof AG', 'block', 'Lindenhof AG'],
  ]) {
    const { status, errors } = await run(...line)
    const option = line.find((word) => word.startsWith('--'))
    expect([status, errors]).toEqual([2, expect.stringContaining(`Unknown option '${option}'.`)])
  }
})

test('a file that can’t be written is named, and an unexpected error has its stack only where LOG_LEVEL asks for it', async () => {
  for (const file of ['/nowhere/backup.key', '/proc/backup.key']) {
    const { status, errors } = await run('backup', 'key', file)
    expect(status).toBe(2)
    expect(errors).toMatch(
      new RegExp(`^${file} can't be written: E[A-Z]+: .*\\nHelp: countersign help backup key\\n$`),
    )
  }
  expect((await run('unreadable')).errors).toBe(
    "A file or folder can't be used: ENOENT: no such file or directory, open '/nowhere/file'\n",
  )
  expect(await run('full')).toMatchObject({
    status: 2,
    errors: expect.stringMatching(
      /^The document store is full \(No room is left\)\. Free some space.*again\.\n$/,
    ),
  })
  const brief = await run('broken')
  expect(brief).toMatchObject({ status: 2, output: '' })
  expect(brief.errors).toMatch(/^An unexpected error: x is not a function\..*LOG_LEVEL=debug.*\n$/)
  expect((await runIn({ LOG_LEVEL: 'debug' }, 'broken')).errors).toMatch(/TypeError: x is not.*\n +at /)
})

test('a question is answered by y alone: another answer, Ctrl-C and Ctrl-D change nothing', async () => {
  for (const keys of ['y\r', 'YES\r'])
    expect(await typing(keys, 'risky')).toMatchObject({ status: 0, output: 'Done.\n' })
  for (const keys of ['\r', 'n\r', '\u0003', '\u0004']) {
    const refused = await typing(keys, 'risky')
    expect(refused).toMatchObject({ status: 1, output: 'Nothing was changed.\n' })
    expect(refused.errors).not.toContain('unexpected')
  }
})

test('no control character of what is printed as JSON reaches the terminal', async () => {
  const title = '\u001b[2J\u009b2J\u007f'
  const titled = defineCommand({
    name: 'titled',
    takes: '',
    summary: 'prints a title',
    options: {},
    run: async () => ({ lines: [title], json: { title } }),
  })
  const { output } = await runOf([titled], {}, 'titled', '--json')
  expect(JSON.parse(output)).toEqual({ title })
  expect(output).not.toMatch(/(?!\n)\p{Cc}/u)
})

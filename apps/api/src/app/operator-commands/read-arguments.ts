import { parseArgs } from 'node:util'
import { type Command, type Option, UsageError, type OptionTable, type Value } from './command.ts'

/** Those that every command has. */
export const commonOptions = {
  json: { type: 'boolean', summary: 'print JSON instead of text' },
  help: { type: 'boolean', summary: 'show this help' },
} as const satisfies OptionTable

export interface Arguments {
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, Value>>
  readonly isJson: boolean
  readonly wantsHelp: boolean
}

/** The command with the longest name that the words begin with. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
    .toSorted((one, other) => other.name.length - one.name.length)[0]
}

/** What was typed, before it is known which command it is. */
export interface Line {
  /** What are neither options nor their values, up to a `--`: they begin with the command's name. */
  readonly words: readonly string[]
  /** The first option that no command has, as it was typed. */
  readonly unknown: string | undefined
  readonly isJson: boolean
  readonly wantsHelp: boolean
  /** The same line without its first words. */
  without(count: number): readonly string[]
}

/**
 * Options may be anywhere on the line, so which words are values of options has to be known before the command is: an option
 * of one name has one type in all commands.
 */
export function readLine(commands: readonly Command[], given: readonly string[]): Line {
  const table: OptionTable = Object.assign({}, ...commands.map(({ options }) => options), commonOptions)
  const { tokens } = parseArgs({
    args: [...given],
    options: parsed(table),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? given.length
  const words = tokens.filter((token) => token.kind === 'positional' && token.index < end)
  const options = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []))
  return {
    words: words.map(({ index }) => given[index] ?? ''),
    unknown: options.find(({ name }) => !Object.hasOwn(table, name))?.rawName,
    isJson: given.slice(0, end).includes('--json'),
    wantsHelp: options.some(({ name }) => name === 'help'),
    without: (count) => {
      const left = new Set(words.slice(0, count).map(({ index }) => index))
      return given.filter((_, index) => !left.has(index))
    },
  }
}

/** For what has no options of its own: anything but the common ones is refused by name. */
export function refuseOptions(args: readonly string[]): void {
  parse(commonOptions, args)
}

export function readArguments(command: Command, args: readonly string[]): Arguments {
  const table: OptionTable = { ...commonOptions, ...command.options }
  const { values, positionals } = parse(table, args)
  const options = Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, (values[name] as Value) ?? absent(option)]),
  )
  return {
    positionals,
    options,
    isJson: values['json'] === true,
    wantsHelp: values['help'] === true,
  }
}

function absent({ type, multiple }: Option): Value {
  if (type === 'boolean') return false
  return multiple ? [] : undefined
}

const parsed = (table: OptionTable) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )

function parse(table: OptionTable, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: parsed(table), allowPositionals: true })
  } catch (error) {
    // Node adds a hint about "--", which is of no use here.
    const [reason = ''] = (error as Error).message.split('. ')
    throw new UsageError(`${reason.replace(/\.$/, '')}.`, { cause: error })
  }
}

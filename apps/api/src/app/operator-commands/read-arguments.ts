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

function parse(table: OptionTable, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // Node adds a hint about "--", which is of no use here.
    const [reason = ''] = (error as Error).message.split('. ')
    throw new UsageError(`${reason.replace(/\.$/, '')}.`, { cause: error })
  }
}

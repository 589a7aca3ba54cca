import type { Command, OptionTable } from './command.ts'
import { commonOptions } from './read-arguments.ts'

const introduction = `countersign COMMAND …: what an operator does on the command line.
In a folder with the sources: npm run countersign -- COMMAND …`

const ending = `countersign help COMMAND explains one. Each also takes --json.
Exit status: 0 done, 1 not done or something is wrong, 2 not understood or it couldn't be checked.
Settings are read from the environment, as by Countersign itself. No secret is ever printed.`

/** All commands, a line each. */
export function helpOfAll(commands: readonly Command[]): string {
  const rows = commands.map((command): [string, string] => [callOf(command), command.summary])
  return `${introduction}\n\n${columns([...rows, ['help [COMMAND]', 'show this help']])}\n\n${ending}`
}

/** One command, and those whose name begins with it. */
export function helpOf(commands: readonly Command[], command: Command): string {
  const parts = commands.filter(({ name }) => name !== command.name && name.startsWith(`${command.name} `))
  const own = [
    `countersign ${callOf(command)}${Object.keys(command.options).length > 0 ? ' [OPTION …]' : ''}`,
    `    ${command.summary}`,
    ...(command.description ? ['', command.description.trimEnd()] : []),
    '',
    columns(optionRows({ ...command.options, ...commonOptions })),
  ].join('\n')
  return [own, ...parts.map((part) => helpOf(commands, part))].join('\n\n')
}

function callOf({ name, takes }: Command): string {
  return takes ? `${name} ${takes}` : name
}

function optionRows(options: OptionTable): [string, string][] {
  return Object.entries(options).map(([name, { value, summary }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    summary,
  ])
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n')
}

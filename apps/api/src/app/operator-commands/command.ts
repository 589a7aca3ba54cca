import type { Config } from '#api/platform/settings/config.ts'
import type { Undo } from '#api/platform/db/dump/removable.ts'
import type { Installation } from '#api/app/open-installation.ts'

/** 0 done, 1 not done or something is wrong, 2 not understood or it could not be checked. */
export type Status = 0 | 1 | 2

export interface Answer {
  /** 0 if left out. */
  readonly status?: Status
  readonly lines: readonly string[]
  /** The same for programs: what `--json` prints. */
  readonly json: unknown
}

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  /** What the help calls its value: `FILE.pem`. */
  readonly value?: string
  readonly summary: string
}
export type OptionTable = Readonly<Record<string, Option>>

type ValueOf<Given extends Option> = Given['type'] extends 'boolean'
  ? boolean
  : Given['multiple'] extends true
    ? readonly string[]
    : string | undefined
/** What was given for an option: nothing, where it was not and has no default. */
export type Value = boolean | string | readonly string[] | undefined
export type ValuesOf<Options extends OptionTable> = {
  readonly [Name in keyof Options]: ValueOf<Options[Name]>
}

/** A command as it was typed, and what it may use: nothing is opened before it is needed. */
export interface Call<Values = Readonly<Record<string, Value>>> {
  /** What follows the command's name. */
  readonly positionals: readonly string[]
  readonly options: Values
  readonly isJson: boolean
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The settings; rejects where one is wrong. */
  config(): Promise<Config>
  /** The database of this installation; opened once, and closed after the command. */
  installation(): Promise<Installation>
  /** A line for the person who waits, beside the answer. */
  progress(line: string): void
  /** Takes the lines of a log, which is written beside the answer, too. */
  readonly log: { write(line: string): void }
  /** Takes what has to be undone even where a signal ends the command. */
  readonly undo: Undo
  /** Asks on the terminal, or takes `--yes` for it (`confirmation` among the options); elsewhere it refuses. */
  confirm(question: string): Promise<boolean>
}

export interface Command {
  /** As typed: `verify`, `mail test`. The longest name that fits is taken. */
  readonly name: string
  /** What follows it: `FILE …`, `ADDRESS`. */
  readonly takes: string
  /** One line in the list of all commands. */
  readonly summary: string
  /** What `countersign help NAME` adds to that. */
  readonly description?: string
  readonly options: OptionTable
  /** Loads what the command takes, which is not needed for the help. */
  run(call: Call): Promise<Answer>
}

/** Describes a command; the types of its options follow from their table. */
export function defineCommand<const Options extends OptionTable>(
  command: Omit<Command, 'options' | 'run'> & {
    readonly options: Options
    run(call: Call<ValuesOf<Options>>): Promise<Answer>
  },
): Command {
  return command
}

/** An option of commands that change or delete something: without it they ask. */
export const confirmation = { yes: { type: 'boolean', summary: "don't ask for confirmation" } } as const

/** What was typed makes no sense; says why. The runner adds where the help is. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** The number that an option gives; null where it isn't given. */
export function numberOption(name: string, text: string | undefined, least = 0): number | null {
  if (text === undefined) return null
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(number) || number < least)
    throw new UsageError(`--${name} ${text} is not a number from ${least}.`)
  return number
}

/** The one argument that a command takes. */
export function onlyPositional({ positionals }: Pick<Call, 'positionals'>, what: string): string {
  const [one, other] = positionals
  if (one === undefined || other !== undefined) throw new UsageError(`Give ${what}, and nothing else.`)
  return one
}

export function noPositionals({ positionals: [first] }: Pick<Call, 'positionals'>): void {
  if (first !== undefined) throw new UsageError(`“${first}” isn't understood here.`)
}

import { createInterface } from 'node:readline/promises'
import type { Installation } from '#api/app/open-installation.ts'
import { isDatabaseAway } from '#api/platform/db/database-away.ts'
import { isOfOtherSchema } from '#api/platform/db/schema-compatibility.ts'
import type { Config } from '#api/platform/settings/config.ts'
import { secretValues, withoutSecrets } from '#api/platform/settings/secret-values.ts'
import { type Answer, type Call, type Command, type Status, UsageError } from './command.ts'
import { helpOf, helpOfAll } from './help.ts'
import type { Interruption } from './interruption.ts'
import {
  type Arguments,
  findCommand,
  type Line,
  readArguments,
  readLine,
  refuseOptions,
} from './read-arguments.ts'

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
  /** What ends the command before its time. */
  readonly interruption: Interruption
}

/** Carries out what was typed after `countersign`, and gives the exit status. Nothing it prints has a secret. */
export async function runCommand(
  commands: readonly Command[],
  given: readonly string[],
  surroundings: Surroundings,
): Promise<Status> {
  const line = readLine(commands, given)
  const { isJson } = line
  const { stdout, stderr, interruption } = surroundings
  // Nothing prints a secret on purpose; what a driver or a server says is searched for them all the same.
  const secrets = secretValues(surroundings.environment)
  const write = (stream: NodeJS.WritableStream, text: string) => {
    // What fails because it is being undone is no news.
    if (!interruption.isInterrupted()) stream.write(withoutSecrets(text, secrets))
  }
  const print = (stream: NodeJS.WritableStream, text: string) => write(stream, `${printable(text)}\n`)
  const printJson = (json: unknown) => write(stdout, `${escaped(JSON.stringify(json, null, 2))}\n`)
  const beside = {
    progress: (line: string) => print(stderr, line),
    log: { write: (line: string) => write(stderr, line) },
  }
  try {
    const { status = 0, lines, json } = await answer(commands, line, { ...surroundings, ...beside })
    if (isJson) printJson(json)
    else print(stdout, lines.join('\n'))
    return status
  } catch (error) {
    const { message, status } = explain(error, surroundings.environment)
    const help = error instanceof UsageError ? `\nHelp: countersign help${topicOf(commands, line)}` : ''
    if (isJson) printJson({ error: message })
    else print(stderr, `${message}${help}`)
    return status
  }
}

/** What files, servers and people say must not steer the terminal. */
const printable = (text: string): string => text.replaceAll(/(?![\n\t])\p{Cc}/gu, ' ')

/** The control characters that JSON may have as they are. */
const escaped = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)

/** What to look up: the command that was meant, where it is known. */
function topicOf(commands: readonly Command[], { words }: Line): string {
  const name = findCommand(commands, words)?.name
  return name === undefined ? '' : ` ${name}`
}

async function answer(
  commands: readonly Command[],
  line: Line,
  surroundings: Surroundings & Pick<Call, 'progress' | 'log'>,
): Promise<Answer> {
  const { words, unknown, wantsHelp } = line
  const [first] = words
  const command = findCommand(commands, words)
  if (first === 'help' || (!command && (wantsHelp || (first === undefined && unknown === undefined)))) {
    const topic = first === 'help' ? words.slice(1) : words
    refuseOptions(line.without(words.length))
    return help(commands, topic)
  }
  if (!command)
    throw new UsageError(unknown ? `Unknown option '${unknown}'.` : `There is no command “${first}”.`)
  const args = readArguments(command, line.without(command.name.split(' ').length))
  if (args.wantsHelp) return text(helpOf(commands, command))
  const { call, close } = open(args, surroundings)
  try {
    return await command.run(call)
  } finally {
    await close()
  }
}

function help(commands: readonly Command[], words: readonly string[]): Answer {
  if (words.length === 0) return text(helpOfAll(commands))
  const exact = findCommand(commands, words)
  // A first word that only begins names, such as `mail`, stands for all of them.
  const some = exact ? [exact] : commands.filter(({ name }) => name.split(' ')[0] === words[0])
  if (some.length === 0) throw new UsageError(`There is no command “${words.join(' ')}”.`)
  return text(some.map((command) => helpOf(commands, command)).join('\n\n'))
}

const text = (lines: string): Answer => ({ lines: [lines], json: { help: lines } })

function open(
  args: Arguments,
  { environment, stdin, stderr, progress, log, interruption }: Surroundings & Pick<Call, 'progress' | 'log'>,
) {
  let config: Promise<Config> | undefined
  let installation: Promise<Installation> | undefined
  const call: Call = {
    positionals: args.positionals,
    options: args.options,
    isJson: args.isJson,
    environment,
    config: () => (config ??= readSettings(environment)),
    installation: () => (installation ??= call.config().then(openIt)),
    progress,
    log,
    undo: interruption.undo,
    confirm: async (question) => {
      if (args.options['yes'] === true) return true
      if (!stdin.isTTY || args.isJson) throw new UsageError(`${question} Add --yes to confirm.`)
      return ask(question, { stdin, stderr })
    },
  }
  // One that could not be opened has closed what it had opened of it.
  return { call, close: async () => (await installation?.catch(() => undefined))?.close() }
}

// The help and the commands that take no settings don't load what reads them.
async function readSettings(environment: Surroundings['environment']): Promise<Config> {
  const { readConfig } = await import('#api/platform/settings/config.ts')
  return readConfig(environment)
}

async function openIt(config: Config): Promise<Installation> {
  const { openInstallation } = await import('#api/app/open-installation.ts')
  return openInstallation(config)
}

/** Ctrl-C and Ctrl-D are a no. */
async function ask(
  question: string,
  { stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>,
): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${printable(question)} [y/N] `)).trim())
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    stderr.write('\n')
    return false
  } finally {
    terminal.close()
  }
}

// Errors whose message is enough for the operator. 1: not done; the other codes: wrong arguments, or a missing condition.
const notDone = [
  'NotDone',
  'NotRevocable',
  'PaymentFailed',
  'BackupRunning',
  'RestoreRunning',
  'OtherBackups',
  'BackupsGone',
  'OlderDatabase',
  'NewerDatabase',
  'NoBackup',
  'BackupKeyMissing',
  'DamagedBackup',
  'DamagedDump',
  'IncompleteBackup',
  'NewerBackup',
  'NotEmpty',
  'BackupTargetUnavailable',
]
const obstacles = [
  'UsageError',
  'ConfigError',
  'DatabaseStartError',
  'NoInstallation',
  'NotAnEvidenceFile',
  'OtherPublicUrl',
  'DecryptionFailed',
  'MasterKeyError',
  'StoreMismatch',
  'StoreInUse',
  'StoreUnavailable',
  'PoolerKeepsNoSessions',
  'OldServer',
  'NewerSchema',
  'RoleMissing',
  'TooManyRights',
  'MayNotCreateDatabases',
]

// SQLSTATE disk_full
const diskFull = '53100'

function explain(
  error: unknown,
  environment: Surroundings['environment'],
): { message: string; status: Status } {
  const { name, message, stack, path, code } = error as NodeJS.ErrnoException
  if (notDone.includes(name)) return { message, status: 1 }
  if (obstacles.includes(name)) return { message, status: 2 }
  if (name === 'StoreFull')
    return {
      message: `The document store is full (${message}). Free some space in COUNTERSIGN_DATA or its bucket, and run the same command again.`,
      status: 2,
    }
  if (code === diskFull)
    return {
      message: `The disk of the database is full (${message}). Free some space there, and run the same command again.`,
      status: 2,
    }
  if (isUnreachable(error))
    return {
      message: `The database can't be used (${message || 'no connection'}). Check DATABASE_URL and that PostgreSQL is running.`,
      status: 2,
    }
  if (isOfOtherSchema(error))
    return {
      message: `The database is of another release than this command (${message}): countersign doctor says what to do.`,
      status: 2,
    }
  if (path !== undefined) return { message: `A file or folder can't be used: ${message}`, status: 2 }
  if (isVerbose(environment)) return { message: `An unexpected error: ${stack ?? message}`, status: 2 }
  return {
    message: `An unexpected error: ${message || name}. With LOG_LEVEL=debug it is shown where it happened.`,
    status: 2,
  }
}

const isVerbose = ({ LOG_LEVEL: level }: Surroundings['environment']) =>
  level === 'debug' || level === 'trace'

/** Away, or it doesn't let us in: the password (28…) or the database's name (3D000). */
function isUnreachable(error: unknown): boolean {
  const { name, code } = error as { readonly name?: string; readonly code?: unknown }
  return isDatabaseAway(error) || name === 'DatabaseUnreachable' || /^(28|3D)\d{3}$/.test(String(code))
}

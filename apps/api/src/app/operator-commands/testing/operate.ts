import { execFile } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compiledModules } from '#api/testing/product.ts'
import { commands } from '../commands.ts'
import { runCommand } from '../run-command.ts'

export interface CommandRun {
  readonly status: number
  readonly output: string
  readonly errors: string
}

const program = fileURLToPath(new URL('../../../countersign.ts', import.meta.url))

type Environment = Readonly<Record<string, string>>
const withPath = (environment: Environment) => ({ PATH: process.env['PATH'], ...environment })

/**
 * Carries out `countersign …` with these variables and no others, in this process: to start one takes most of a second of the
 * processor, for its modules. `input` is what is typed while it runs, as from a pipe.
 */
export async function operate(
  args: readonly string[],
  environment: Environment = {},
  input = '',
): Promise<CommandRun> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const printed = Promise.all([text(stdout), text(stderr)])
  stdin.end(input)
  const status = await runCommand(commands, args, {
    environment: withPath(environment),
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout,
    stderr,
    interruption: { undo: () => () => {}, isInterrupted: () => false },
  })
  stdout.end()
  stderr.end()
  const [output, errors] = await printed
  return { status, output, errors }
}

/** The same in a process of its own, as an operator does: shows what it loads, how it ends, and that it ends. */
export function operateAsProcess(
  args: readonly string[],
  environment: Environment = {},
  input = '',
): Promise<CommandRun> {
  const env = { ...withPath(environment), NODE_COMPILE_CACHE: compiledModules }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (error, output, errors) =>
      resolve({ status: error ? Number(error.code) : 0, output, errors }),
    )
    child.stdin?.end(input)
  })
}

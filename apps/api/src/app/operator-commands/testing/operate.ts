import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compiledModules } from '#api/testing/product.ts'

export interface CommandRun {
  readonly status: number
  readonly output: string
  readonly errors: string
}

const program = fileURLToPath(new URL('../../../countersign.ts', import.meta.url))

/**
 * Runs `countersign …` as an operator does: a process of its own, with these variables and no others. `input` is what is
 * typed while it runs.
 */
export function operate(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CommandRun> {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiledModules, ...environment }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (error, output, errors) =>
      resolve({ status: error ? Number(error.code) : 0, output, errors }),
    )
    child.stdin?.end(input)
  })
}

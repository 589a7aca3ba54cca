import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const patience = 30_000

/** Starts a program, and answers once its output matches. */
export async function startProgram(
  command: string,
  args: readonly string[],
  ready: RegExp,
  env: Record<string, string> = {},
): Promise<{ readonly child: ChildProcess; readonly found: RegExpExecArray }> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  const found = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${command}: ${why}\n${said}`))
    const timer = setTimeout(() => fail('not ready in time'), patience)
    const read = (chunk: Buffer) => {
      said += chunk.toString()
      const match = ready.exec(said)
      if (!match) return
      clearTimeout(timer)
      resolve(match)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with ${code}`))
  })
  return { child, found }
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}

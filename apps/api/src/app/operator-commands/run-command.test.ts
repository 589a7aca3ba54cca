import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

async function run(...given: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const streams = { stdin: stdin as unknown as NodeJS.ReadStream, stdout, stderr }
  const interruption = { undo: () => () => {}, isInterrupted: () => false }
  const status = await runCommand(commands, given, { environment: {}, interruption, ...streams })
  stdout.end()
  stderr.end()
  return { status, output: await text(stdout), errors: await text(stderr) }
}

test('the help lists each command, and explains each', async () => {
  const all = await run('help')
  expect(all.status).toBe(0)
  const lines = all.output.split('\n')
  for (const { name, takes, summary } of commands) {
    const line = lines.find((one) => one.startsWith(`  ${`${name} ${takes}`.trim()} `))
    expect(line).toMatch(new RegExp(`  ${summary}$`))
    expect(line?.length).toBeLessThan(120)
  }
  expect(await run()).toEqual(all)
  expect(await run('--help')).toEqual(all)
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

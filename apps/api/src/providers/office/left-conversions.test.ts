import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeLeftConversions } from './left-conversions.ts'

test('what a killed process left of a conversion goes after an hour, with the program that still runs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'countersign-left-'))
  const made = async (name: string) => {
    const folder = join(directory, name)
    await mkdir(folder)
    await writeFile(join(folder, 'document.docx'), 'confidential')
    return folder
  }
  const [left, recent, other] = [
    await made('countersign-office-left'),
    await made('countersign-office-recent'),
    await made('other'),
  ]
  const program = (folder: string) =>
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', join(folder, 'document.docx')])
  const [leftProgram, recentProgram] = [program(left), program(recent)]
  try {
    const longAgo = Date.now() / 1000 - 2 * 60 * 60
    for (const folder of [left, other]) await utimes(folder, longAgo, longAgo)
    const ended = once(leftProgram, 'exit')
    await removeLeftConversions(directory)
    expect((await readdir(directory)).toSorted()).toEqual(['countersign-office-recent', 'other'])
    if (process.platform === 'linux') expect(await ended).toEqual([null, 'SIGKILL'])
    expect(recentProgram.signalCode).toBeNull()
  } finally {
    for (const child of [leftProgram, recentProgram]) child.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
})

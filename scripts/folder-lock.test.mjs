import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFolderLock } from './folder-lock.mjs'

let folder
let lock

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-lock-'))
  lock = path.join(folder, 'lock')
})

afterEach(() => rmSync(folder, { recursive: true }))

const never = (pid) => {
  throw new Error(`waited for ${pid}`)
}

/** A process that takes the lock, names a child if asked to, and holds it until it is killed. */
async function holder({ withChild }) {
  const script = `
    import { spawn } from 'node:child_process'
    import { withFolderLock } from ${JSON.stringify(new URL('folder-lock.mjs', import.meta.url).href)}
    await withFolderLock(${JSON.stringify(lock)}, () => {}, async (shareWith) => {
      const child = ${withChild} ? spawn('sleep', ['30'], { detached: true, stdio: 'ignore' }) : undefined
      if (child) shareWith(child.pid)
      process.send({ child: child?.pid })
      setInterval(() => {}, 1000)
      await new Promise(() => {})
    })`
  const process_ = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ child }] = await once(process_, 'message')
  const kill = async () => {
    process_.kill('SIGKILL')
    await once(process_, 'exit')
  }
  return { pid: process_.pid, child, kill }
}

test('the lock lets one work after the other, and leaves nothing behind', async () => {
  let inside = 0
  const work = async () => {
    inside += 1
    expect(inside).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    inside -= 1
  }

  await Promise.all([withFolderLock(lock, () => {}, work), withFolderLock(lock, () => {}, work)])

  expect(existsSync(lock)).toBe(false)
})

test('the lock waits for a running holder, and takes over when that one is killed', async () => {
  const other = await holder({ withChild: false })
  const waited = []

  const work = withFolderLock(
    lock,
    (pid) => waited.push(pid) && void other.kill(),
    async () => 'done',
  )

  expect(await work).toBe('done')
  expect(waited).toEqual([other.pid])
})

test('the lock waits for the child that a killed holder left', async () => {
  const other = await holder({ withChild: true })
  await other.kill()
  const waited = []

  const work = withFolderLock(
    lock,
    (pid) => waited.push(pid) && process.kill(pid),
    async () => 'done',
  )

  expect(await work).toBe('done')
  expect(waited).toEqual([other.child])
})

test('the lock takes over from a process id that belongs to another process by now', async () => {
  writeFileSync(lock, JSON.stringify([{ pid: process.pid, startedAt: '1' }]))

  expect(await withFolderLock(lock, never, async () => JSON.parse(readFileSync(lock, 'utf8'))[0].pid)).toBe(
    process.pid,
  )
})

// One process at a time in a folder: a lock file that names its holders. Holders that died leave a stale file, which
// the next one sets aside.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs `work` while holding the lock; waits for another holder and tells about it once through `onWait(pid)`.
 * `work` may name a child that it starts with `shareWith(pid)`: when we are killed, the lock stays until that one
 * has ended too.
 */
export async function withFolderLock(file, onWait, work) {
  const holders = [describe(process.pid)]
  await acquire(file, holders, onWait)
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work((pid) => replace(file, [...holders, describe(pid)]))
  } finally {
    process.off('exit', release)
    release()
  }
}

async function acquire(file, holders, onWait) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(holders))
  let told = false
  try {
    // link() is atomic and puts the complete content in place at once.
    while (!tryTo(() => linkSync(own, file), 'EEXIST')) {
      const found = read(file)
      const running = found?.find(isRunning)
      if (running) {
        if (!told) onWait(running.pid)
        told = true
        await wait(200)
      } else {
        setAside(file, found)
      }
    }
  } finally {
    rmSync(own, { force: true })
  }
}

// Two processes may find the same stale file: only what was read as stale may go.
function setAside(file, stale) {
  const aside = `${file}.stale.${process.pid}`
  if (!tryTo(() => renameSync(file, aside), 'ENOENT')) return
  if (JSON.stringify(read(aside)) !== JSON.stringify(stale)) tryTo(() => linkSync(aside, file), 'EEXIST')
  rmSync(aside, { force: true })
}

function replace(file, holders) {
  const next = `${file}.${process.pid}`
  writeFileSync(next, JSON.stringify(holders))
  renameSync(next, file)
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function tryTo(act, expectedCode) {
  try {
    act()
    return true
  } catch (error) {
    if (error.code === expectedCode) return false
    throw error
  }
}

const describe = (pid) => ({ pid, startedAt: startTimeOf(pid) })

function isRunning({ pid, startedAt }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return startTimeOf(pid) === startedAt
}

/** Tells a process from a later one with the same id, where the system shows it (Linux); null elsewhere and when ended. */
function startTimeOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : fields[19]
  } catch {
    return null
  }
}

// One process at a time in a folder: a lock file that names its holder. A holder that died leaves a stale file,
// which the next one sets aside.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Runs `work` while holding the lock; waits for another holder and tells about it once through `onWait(pid)`. */
export async function withFolderLock(file, onWait, work) {
  await acquire(file, onWait)
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function acquire(file, onWait) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) }))
  let told = false
  try {
    for (;;) {
      // link() is atomic and puts the complete content in place at once.
      if (tryTo(() => linkSync(own, file), 'EEXIST')) return
      const holder = read(file)
      if (holder && isRunning(holder)) {
        if (!told) onWait(holder.pid)
        told = true
        await wait(200)
      } else {
        setAside(file, holder)
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

function isRunning({ pid, startedAt }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return startTimeOf(pid) === startedAt
}

/** Tells a process from a later one with the same id, where the system shows it (Linux); null elsewhere. */
function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return null
  }
}

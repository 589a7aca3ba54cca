import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the folder of a conversion is called, before what makes it unique. */
export const folderPrefix = 'countersign-office-'

const hour = 60 * 60_000

/** Removes, now and every hour, what conversions left whose process was killed; until the answer is called. */
export function sweepLeftConversions(onError: (error: unknown) => void): () => void {
  const sweep = () => void removeLeftConversions().catch(onError)
  sweep()
  const timer = setInterval(sweep, hour)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Removes the folders of conversions that have been there for an hour, with the person's file in it, and ends what still runs on
 * them: a conversion takes a minute. The program outlives a process that is killed, and waits with it for ever.
 */
export async function removeLeftConversions(directory = tmpdir()): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(folderPrefix))
  for (const folder of names.map((name) => join(directory, name))) {
    // Another process may have removed it just now, or it is another user's.
    const found = await lstat(folder).catch(() => null)
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < hour)
      continue
    await endProcessesOn(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Those that were started with the folder as their profile or file; only Linux tells. */
async function endProcessesOn(folder: string): Promise<void> {
  const entries = await readdir('/proc').catch(() => [])
  for (const pid of entries.filter((name) => /^\d+$/.test(name)).map(Number)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes(folder) || pid === process.pid) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile, or is another user's.
    }
  }
}

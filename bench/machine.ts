import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { testFolder } from '../apps/api/src/platform/db/embedded/test-folder.ts'
import type { Machine } from './stored-runs/stored-run.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What a figure may depend on, besides the calibration. */
export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() || process.arch,
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    kernel: release(),
    node: process.version,
    fileSystem: fileSystemOf(testFolder()),
  }
}

/** The type of the mount with the longest path above the folder. */
function fileSystemOf(folder: string): string {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const above = mounts
    .map((line) => line.split(' '))
    .filter(([, path = '']) => path === '/' || folder === path || folder.startsWith(`${path}/`))
  return above.toSorted(([, a = ''], [, b = '']) => b.length - a.length)[0]?.[2] ?? 'unknown'
}

/** The commit that is measured; marked where files were changed since. */
export function currentCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ' with changes' : ''}`
  } catch {
    return 'unknown'
  }
}

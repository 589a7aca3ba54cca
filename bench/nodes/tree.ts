import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownRoot } from './installation.ts'

/** The source tree of a commit, with the modules and the built web app of this one. */
export async function withTree<Result>(
  commit: string,
  work: (root: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-from-'))
  const root = join(folder, 'tree')
  const git = (...given: string[]) => execFileSync('git', ['-C', ownRoot, ...given], { stdio: 'pipe' })
  git('worktree', 'add', '--detach', root, commit)
  try {
    for (const shared of ['node_modules', 'apps/web/dist'])
      if (existsSync(join(ownRoot, shared)))
        execFileSync('cp', ['-al', join(ownRoot, shared), join(root, shared)])
    return await work(root)
  } finally {
    git('worktree', 'remove', '--force', root)
    await rm(folder, { recursive: true, force: true })
  }
}

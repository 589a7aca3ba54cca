// Whether node_modules holds what the lock file asks for.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'

const npmList = inRoot('node_modules', '.package-lock.json')
const mark = inRoot('node_modules', '.countersign-install')

/** The lock file's hash and the platform: a node_modules that came from another kind of machine is not ours. */
const wanted = () => {
  const hash = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
  return `${hash} ${process.platform}-${process.arch}\n`
}

/** True when nothing has to be installed. */
export function isInstalled() {
  if (read(mark) === wanted()) return true
  if (!matchesTree()) return false
  markInstalled() // someone ran npm themselves
  return true
}

/** Remembers that node_modules is complete. */
export function markInstalled() {
  writeFileSync(mark, wanted())
}

/** Makes the next start install again. */
export function markIncomplete() {
  for (const file of [mark, npmList]) rmSync(file, { force: true })
}

// npm keeps a list of what it put into node_modules; it agrees with the lock file after every whole install.
function matchesTree() {
  const tree = read(npmList)
  if (tree === undefined) return false
  const present = JSON.parse(tree).packages
  const asked = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  return (
    Object.entries(asked)
      .filter(([place, entry]) => place.includes('node_modules/') && !entry.link)
      // What is optional may be for another system.
      .every(([place, { version, optional }]) =>
        present[place] ? present[place].version === version : optional,
      )
  )
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

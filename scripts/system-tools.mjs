// What the tests need from the system besides Node: a Chromium, and the PDF validators that are not ours.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { inRoot, isMain } from './paths.mjs'
import { Problem, runCommand } from './problem.mjs'
import { runNode } from './runtime.mjs'

const pdfTools = [
  { command: 'pdfsig', debianPackage: 'poppler-utils' },
  { command: 'pdftoppm', debianPackage: 'poppler-utils' },
  { command: 'qpdf', debianPackage: 'qpdf' },
  { command: 'certutil', debianPackage: 'libnss3-tools' },
]
/** The examples of the developer guide are run as they are shown, and the Python client as programs use it; encrypted backups are opened by another program than ours. */
const shellTools = [
  { command: 'age', debianPackage: 'age' },
  { command: 'curl', debianPackage: 'curl' },
  { command: 'python3', debianPackage: 'python3' },
]

/** The S3 server that the document store is tested with. Only its library: the packages of its servers would start them. */
const swiftPackage = 'python3-swift'
const isSwiftMissing = () =>
  spawnSync('/usr/bin/python3', ['-c', 'import swift.common.middleware.s3api'], { stdio: 'ignore' })
    .status !== 0

/** Installs what is missing where that is possible, else says what to install and what it is for. */
export async function provideSystemTools() {
  const missing = () => [...pdfTools, ...shellTools].filter((tool) => find(tool.command) === undefined)
  const packages = new Set(missing().map((tool) => tool.debianPackage))
  if (isSwiftMissing()) packages.add(swiftPackage)
  if (mayInstallPackages()) {
    if (findChromium() === undefined) packages.add('chromium')
    if (packages.size > 0) installPackages([...packages])
    provideHeadlessShell()
  } else if (findChromium() === undefined && !(await hasPlaywrightChromium())) {
    await installPlaywrightChromium()
  }
  requirePdfTools()
  if (isSwiftMissing())
    throw new Problem(
      `Missing: ${swiftPackage}. The tests of the document store need OpenStack Swift, an S3 server ` +
        `(sudo apt-get install ${swiftPackage}).`,
    )
  const names = missing().map((tool) => tool.command)
  if (names.length > 0)
    throw new Problem(
      `Missing: ${names.join(', ')}. The tests run the examples of the developer guide and the Python client ` +
        `(sudo apt-get install ${names.join(' ')}).`,
    )
}

function requirePdfTools() {
  const missing = missingPdfTools()
  if (missing.length === 0) return
  const names = missing.map((tool) => tool.command).join(', ')
  throw new Problem(
    `Missing: ${names}. The tests check every PDF the product makes with these independent validators ` +
      `(sudo apt-get install ${[...new Set(missing.map((tool) => tool.debianPackage))].join(' ')}).`,
  )
}

/** Debian's Chromium without its windows, in which the journeys take less time. Where there is none they do without. */
function provideHeadlessShell() {
  const name = 'chromium-headless-shell'
  const isPackaged = () => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
  if (find(name) === undefined && isPackaged()) tryInstalling([name])
}

/** Makes sure that there is a browser for the journeys. */
export async function provideChromium() {
  if (findChromium() !== undefined || (await hasPlaywrightChromium())) return
  if (mayInstallPackages()) installPackages(['chromium'])
  else await installPlaywrightChromium()
}

const otherBrowsers = [
  { command: 'firefox-esr', debianPackage: 'firefox-esr' },
  { command: 'WebKitWebDriver', debianPackage: 'webkit2gtk-driver' },
  { command: 'Xvfb', debianPackage: 'xvfb' },
]

/** Firefox, and WebKit with a display to be shown on. */
export function provideOtherBrowsers() {
  const missing = () => otherBrowsers.filter((tool) => find(tool.command) === undefined)
  const packages = missing().map((tool) => tool.debianPackage)
  if (packages.length > 0 && mayInstallPackages()) installPackages(packages)
  const names = missing().map((tool) => tool.command)
  if (names.length > 0)
    throw new Problem(`Missing: ${names.join(', ')} (sudo apt-get install ${packages.join(' ')}).`)
}

/** The path of the system's Chromium, or undefined. */
export const findChromium = () => ['chromium', 'chromium-browser', 'google-chrome'].map(find).find(Boolean)

/** The validators alone. */
export async function providePdfTools() {
  const missing = missingPdfTools()
  if (missing.length > 0 && mayInstallPackages())
    installPackages([...new Set(missing.map((tool) => tool.debianPackage))])
  requirePdfTools()
}

const missingPdfTools = () => pdfTools.filter((tool) => find(tool.command) === undefined)

function find(command) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, command)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // not in this folder
    }
  }
  return undefined
}

export const mayInstallPackages = () => process.getuid?.() === 0 && find('apt-get') !== undefined

function installPackages(packages) {
  if (tryInstalling(packages)) return
  throw new Problem(`apt-get could not install ${packages.join(', ')}. See the reason above.`)
}

function tryInstalling(packages) {
  process.stderr.write(`Installing ${packages.join(', ')} …\n`)
  // Other programs may hold the package database for a while (unattended upgrades): wait instead of failing.
  const aptGet = (...args) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const install = () => aptGet('install', '-y', '--no-install-recommends', ...packages)
  return install() || (aptGet('update') && install())
}

async function hasPlaywrightChromium() {
  const { chromium } = await import(inRoot('node_modules/@playwright/test/index.mjs'))
  return existsSync(chromium.executablePath())
}

async function installPlaywrightChromium() {
  const status = await runNode([inRoot('node_modules/@playwright/test/cli.js'), 'install', 'chromium'])
  if (status !== 0) {
    throw new Problem(
      'The journeys need Chromium: sudo apt-get install chromium, or allow the download above.',
    )
  }
}

if (isMain(import.meta.url)) await runCommand(provideSystemTools)

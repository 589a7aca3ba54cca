import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from './paths.mjs'

const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'))

// What does without an addon for the machine, and with which package: those that the registry lacks are of no harm then.
const portable = { '@myriaddreamin/typst-ts-node-compiler': '@myriaddreamin/typst-ts-web-compiler' }

const nameOf = (path) => path.split('node_modules/').at(-1)

/** Where Node finds a package that is asked for from `path`. */
function find(path, name) {
  for (let folder = path; ;) {
    const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[at]) return packages[at]
    if (folder === '') return undefined
    folder = folder.includes('node_modules/')
      ? folder.slice(0, folder.lastIndexOf('node_modules/')).replace(/\/$/, '')
      : ''
  }
}

/** Packages for Linux on x64 without an arm64 counterpart, each with the package that depends on it. */
function missingTwins() {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).flatMap((name) => {
      const own = find(path, name)
      if (!own?.os?.includes('linux') || !own.cpu?.includes('x64')) return []
      const twinName = name.replace('x64', 'arm64')
      const twin = find(path, twinName)
      const isThere = twin?.version === own.version && twin.cpu.includes('arm64') && Boolean(twin.integrity)
      return isThere ? [] : [`${nameOf(path)}: ${twinName}`]
    }),
  )
}

test('every package for Linux on x64 has its twin for arm64, or a portable one that is in', () => {
  const withoutTwin = missingTwins().filter((one) => !portable[one.split(': ')[0]])
  expect(withoutTwin).toEqual([])
  for (const name of Object.values(portable)) {
    const entry = packages[`node_modules/${name}`]
    expect(entry).toMatchObject({ integrity: expect.any(String) })
    for (const limit of ['os', 'cpu', 'optional', 'dev']) expect(entry[limit]).toBeUndefined()
  }
})

test('the check sees what is there: the packages of several kinds of names', () => {
  const found = Object.entries(packages).filter(
    ([, { os, cpu }]) => os?.includes('linux') && cpu?.includes('x64'),
  )
  expect(found.length).toBeGreaterThan(10)
})

test('no address of a registry is written down', () => {
  const addresses = Object.values(packages).flatMap(({ resolved = '' }) =>
    /^https?:/.test(resolved) ? [resolved] : [],
  )
  expect(addresses).toEqual([])
})

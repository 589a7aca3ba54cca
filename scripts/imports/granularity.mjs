// What is too small to be a file of its own, and which folder has too many files to find one in.
import path from 'node:path'

const smallLines = 30
const importerLines = 150
const folderFiles = 30

/** Tests, and what they share: one may be long, and one short. */
const isForTests = (file) =>
  /\.(test|fixture)\.tsx?$|\/(testing|conformance)\b|^(e2e|bench|corpus|packages\/[^/]+\/fuzz)\//.test(file)
/** By its name it is a layer of its noun, or a page of the web app: there it is looked for, however small it is. */
const isLayer = (file) =>
  /(^|[/-])(repository|routes|policy|presenter|port|context)\.ts$|^apps\/web\/src\/routes\//.test(file)
/** Its imports are a list: a route or a command calls a use case of a file of its own. */
const isList = (file) => /(^|[/-])(routes|commands)\.ts$/.test(file)
/** The noun of a file, with its parts: what is next door. */
const nounOf = (file) =>
  /^(?:apps\/(?:api|sandbox)\/src\/[^/]+\/[^/]+|apps\/web\/src\/(?:features\/)?[^/]+|packages\/[^/]+\/src\/[^/]+)(?=\/)/.exec(
    file,
  )?.[0] ?? path.posix.dirname(file)
const linesOf = (source) => source.split('\n').length - 1

/**
 * Each file of at most 30 lines that a single file needs, next door and short enough to take it in. `files` are all that
 * import each other, tests included: what its own test imports is a file of its own. So is what is loaded on demand, what
 * has markup that its importer can't have, and what is beside a port: an adapter.
 * @param {{ file: string, source: string, imports: { to: string, onDemand?: boolean }[] }[]} files
 */
export function tooSmall(files) {
  const importersOf = new Map()
  for (const { file, imports } of files)
    for (const { to, onDemand } of imports) {
      const importers = importersOf.get(to) ?? new Map()
      importersOf.set(to, importers.set(file, onDemand || importers.get(file)))
    }
  const ports = new Set(
    files.filter(({ file }) => file.endsWith('/port.ts')).map(({ file }) => path.posix.dirname(file)),
  )
  const lines = new Map(files.map(({ file, source }) => [file, linesOf(source)]))
  return files.flatMap(({ file }) => {
    const importers = [...(importersOf.get(file) ?? [])]
    const [[importer, onDemand] = []] = importers
    const isOwn =
      importers.length !== 1 ||
      onDemand ||
      lines.get(file) > smallLines ||
      lines.get(file) + lines.get(importer) > importerLines ||
      nounOf(file) !== nounOf(importer) ||
      [file, importer].some(isForTests) ||
      isLayer(file) ||
      ports.has(path.posix.dirname(file)) ||
      isList(importer) ||
      (file.endsWith('.tsx') && !importer.endsWith('.tsx'))
    return isOwn
      ? []
      : [`${file} has ${lines.get(file)} lines that only ${importer} needs: they belong there`]
  })
}

/**
 * Folders of more than 30 files: they need another level. Lists are flat: migrations, journeys, records, and the calls'
 * contract, which has a file for each noun.
 * @param {readonly string[]} files
 */
export function crowdedFolders(files) {
  const counts = new Map()
  for (const file of files) {
    const folder = path.posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const isFlat = (folder) => /\/migrations$|^e2e$|^docs\/|^packages\/contract\/src$/.test(folder)
  return [...counts]
    .filter(([folder, count]) => count > folderFiles && !isFlat(folder))
    .map(([folder, count]) => `${folder} has ${count} files: it needs folders within`)
}

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const inRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** Compiles by that configuration; throws with what the compiler said. */
export function compile(configuration: string, ...more: string[]): void {
  const compiler = inRoot('node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [compiler, '-p', configuration, ...more], { encoding: 'utf8' })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    throw new Error(stdout || stderr, { cause: error })
  }
}

/**
 * A folder in which the TypeScript client is installed as npm does it: with the files that its package has, in node_modules,
 * where Node runs no TypeScript. Answers its path.
 */
export function installClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const source = inRoot('packages/client-typescript')
  const installed = join(folder, 'node_modules/@countersign/client')
  mkdirSync(installed, { recursive: true })
  const { files, scripts } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    readonly files: readonly string[]
    readonly scripts: { readonly prepack: string }
  }
  if (scripts.prepack !== 'tsc -p tsconfig.json' || files.join() !== 'dist')
    throw new Error('The package is made in another way than here')
  cpSync(join(source, 'package.json'), join(installed, 'package.json'))
  compile(join(source, 'tsconfig.json'), '--outDir', join(installed, 'dist'))
  return folder
}

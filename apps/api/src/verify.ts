import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { readConfig } from './config.ts'
import { NoInstallation, openInstallation } from './open-installation.ts'
import { reportEvidence } from './evidence/report-evidence.ts'
import { reportValidation } from './evidence/report-validation.ts'
import { verifyEvidence } from './evidence/verify-evidence.ts'
import { fromPem } from './pem.ts'

// `npm run verify -- evidence` and `npm run verify -- FILE.pdf [--anchors FILE.pem]`.
// Exit status: 0 all holds, 1 something does not, 2 it could not be checked.

const usage = `npm run verify -- evidence
    checks every chain of evidence against itself and against the signed heads
npm run verify -- FILE.pdf [--anchors FILE.pem]
    validates the signatures of a PDF offline; without --anchors, this installation's own certificates are trusted
`
const known = ['ConfigError', 'DatabaseStartError', 'NoInstallation', 'UsageError']

class UsageError extends Error {
  override name = 'UsageError'
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const { name, message, stack } = error as Error
  process.stderr.write(`Not verified. ${known.includes(name) ? message : stack}\n`)
  process.exitCode = 2
}

async function run(args: string[]): Promise<number> {
  const { what, anchors } = readArguments(args)
  const { lines, isGood } = what === 'evidence' ? await checkEvidence() : await checkFile(what, anchors)
  process.stdout.write(`${lines.join('\n')}\n`)
  return isGood ? 0 : 1
}

interface Checked {
  readonly lines: readonly string[]
  readonly isGood: boolean
}

function readArguments(args: string[]): { what: string; anchors: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { anchors: { type: 'string' } },
      allowPositionals: true,
    })
    const [what, ...rest] = positionals
    if (what === undefined || rest.length > 0) throw new UsageError(`What is to be verified?\n${usage}`)
    return { what, anchors: values.anchors }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${(error as Error).message}\n${usage}`, { cause: error })
  }
}

async function checkEvidence(): Promise<Checked> {
  const installation = await openInstallation(readConfig(process.env))
  try {
    const report = await verifyEvidence(installation.db, await installation.anchors())
    const { lines, isWhole } = reportEvidence(report)
    return { lines, isGood: isWhole }
  } finally {
    await installation.close()
  }
}

async function checkFile(file: string, anchorsFile: string | undefined): Promise<Checked> {
  const bytes = read(file)
  const anchors = anchorsFile ? fromPem(read(anchorsFile).toString()) : await ownAnchors()
  const note = anchors.length === 0 ? ['No certificates are trusted here: name some with --anchors'] : []
  const { lines, isValid } = reportValidation(
    validatePdf(bytes, { anchors, at: new Date(), isThorough: true }),
  )
  return { lines: [...note, ...lines], isGood: isValid }
}

/** Where there is no installation, nobody is trusted without --anchors. */
async function ownAnchors(): Promise<readonly Uint8Array[]> {
  try {
    const installation = await openInstallation(readConfig(process.env))
    const { signer, timestamp } = await installation.anchors()
    await installation.close()
    return [...signer, ...timestamp]
  } catch (error) {
    if (error instanceof NoInstallation) return []
    throw error
  }
}

/** npm changes to the package's folder; a file is meant from where the command was typed. */
function read(file: string): Buffer {
  try {
    return readFileSync(resolve(process.env.INIT_CWD ?? '.', file))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openTrustLists } from '@countersign/pdf-signature/trust-lists/open-trust-lists.ts'
import type { TrustList } from '@countersign/pdf-signature/trust-lists/trust-list.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { withPageImages } from '@countersign/pdf-signature/validation/changes/page-images.ts'
import { toReportXml } from '@countersign/pdf-signature/validation/reports/report-xml.ts'
import { readConfig } from './platform/settings/config.ts'
import { NoInstallation, openInstallation } from './app/open-installation.ts'
import { readEvidenceFile } from './evidence/evidence-file.ts'
import { reportEvidence } from './evidence/report-evidence.ts'
import { reportEvidenceFile } from './evidence/report-evidence-file.ts'
import { reportValidation } from './evidence/report-validation.ts'
import { verifyEvidence } from './evidence/verify-evidence.ts'
import { verifyEvidenceFile } from './evidence/verify-evidence-file.ts'
import { fromPem } from './platform/values/pem.ts'
import type { Runner } from './platform/threads/task.ts'
import { createThreads } from './platform/threads/threads.ts'
import { comparePageImages } from './app/validations/compare-revisions.ts'

// `npm run verify -- evidence` and `npm run verify -- FILE.pdf … [--anchors FILE.pem] [--trust-list FILE.xml …]`.
// Exit status: 0 all holds, 1 something does not, 2 it could not be checked.

const usage = `npm run verify -- evidence
    checks every chain of evidence against itself and against the signed heads
npm run verify -- evidence FILE.json … [--anchors FILE.pem] [--request ID]
    checks the evidence of a request by the file alone, without a database or a network. --anchors names whom to trust,
    such as what the service publishes at /pki/anchors.pem; --request says of which request it has to be
npm run verify -- FILE.pdf … [--anchors FILE.pem] [--trust-list FILE.xml --list-signers FILE.pem] [--json | --xml]
    validates the signatures of PDFs offline; without --anchors, this installation's own certificates are trusted.
    Trusted lists (ETSI TS 119 612) say what a signature weighs by law; --list-signers names who may sign them.
    --json prints the whole report, --xml that of ETSI TS 119 102-2
`
const known = ['ConfigError', 'DatabaseStartError', 'NoInstallation', 'NotAnEvidenceFile', 'UsageError']

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
  const { files, ...options } = readArguments(args)
  const [first, ...rest] = files
  if (first === 'evidence' && rest.length === 0) return print(await checkEvidence())
  if (first === 'evidence')
    return Math.max(...rest.map((file) => print(checkEvidenceFile(file, options, rest.length > 1))))
  if (options.request !== undefined)
    throw new UsageError(`--request goes with the evidence of a request\n${usage}`)
  const trust = await trustOf(options)
  const threads = createThreads({ cores: 1 })
  const statuses: number[] = []
  try {
    for (const file of files)
      statuses.push(print(await checkFile(threads.render, file, trust, options, files.length > 1)))
  } finally {
    await threads.close()
  }
  return Math.max(...statuses)
}

function print({ lines, isGood }: CheckResult): number {
  process.stdout.write(`${lines.join('\n')}\n`)
  return isGood ? 0 : 1
}

interface CheckResult {
  readonly lines: readonly string[]
  readonly isGood: boolean
}

interface Options {
  readonly anchors: string | undefined
  readonly request: string | undefined
  readonly lists: readonly string[]
  readonly listSigners: readonly string[]
  readonly form: 'text' | 'json' | 'xml'
}

function readArguments(args: string[]): Options & { readonly files: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        anchors: { type: 'string' },
        request: { type: 'string' },
        'trust-list': { type: 'string', multiple: true },
        'list-signers': { type: 'string', multiple: true },
        json: { type: 'boolean' },
        xml: { type: 'boolean' },
      },
      allowPositionals: true,
    })
    if (positionals.length === 0) throw new UsageError(`What is to be verified?\n${usage}`)
    return {
      files: positionals,
      anchors: values.anchors,
      request: values.request,
      lists: values['trust-list'] ?? [],
      listSigners: values['list-signers'] ?? [],
      form: values.json ? 'json' : values.xml ? 'xml' : 'text',
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${(error as Error).message}\n${usage}`, { cause: error })
  }
}

async function checkEvidence(): Promise<CheckResult> {
  const installation = await openInstallation(readConfig(process.env))
  try {
    const report = await verifyEvidence(installation.db, await installation.anchors())
    const { lines, isWhole } = reportEvidence(report)
    return { lines, isGood: isWhole }
  } finally {
    await installation.close()
  }
}

/** With the file alone: neither the settings nor the database are looked at. */
function checkEvidenceFile(file: string, { anchors, request }: Options, isOneOfMany: boolean): CheckResult {
  const trusted = anchors === undefined ? undefined : certificatesOf(anchors)
  const report = verifyEvidenceFile(readEvidenceFile(read(file).toString()), {
    ...(trusted ? { trusted } : {}),
    requestId: request,
  })
  const { lines, isWhole } = reportEvidenceFile(report, trusted !== undefined)
  return { lines: [...(isOneOfMany ? [file] : []), ...lines], isGood: isWhole }
}

function certificatesOf(file: string): readonly Uint8Array[] {
  const certificates = fromPem(read(file).toString())
  if (certificates.length === 0) throw new UsageError(`${file} holds no certificate in PEM`)
  return certificates
}

interface Trust {
  readonly anchors: readonly Uint8Array[]
  readonly trustLists: readonly TrustList[]
  /** What to say of it. */
  readonly notes: readonly string[]
}

async function trustOf({ anchors: file, lists, listSigners }: Options): Promise<Trust> {
  const anchors = file ? fromPem(read(file).toString()) : await ownAnchors()
  const signers = listSigners.flatMap((one) => fromPem(read(one).toString()))
  const opened = openTrustLists(lists.map(read), signers)
  const refused = opened.refused.map(({ index, message }) => `${lists[index]} is not taken: ${message}`)
  const nobody = anchors.length + opened.lists.length === 0
  return {
    anchors,
    trustLists: opened.lists,
    notes: [...refused, ...(nobody ? ['No certificates are trusted here: name some with --anchors'] : [])],
  }
}

async function checkFile(
  render: Runner,
  file: string,
  { notes, ...trust }: Trust,
  { form }: Options,
  isOneOfMany: boolean,
): Promise<CheckResult> {
  const examined = validatePdf(read(file), { ...trust, at: new Date(), isThorough: true })
  const compared = await comparePageImages(render, pathOf(file), examined)
  const report = withPageImages(examined, compared)
  const { lines, isValid } = reportValidation(report)
  const isGood = isValid
  if (form === 'json') return { lines: [JSON.stringify({ name: file, ...report }, withoutBytes, 2)], isGood }
  if (form === 'xml') return { lines: [toReportXml(report) ?? '<!-- not signed -->'], isGood }
  return { lines: [...(isOneOfMany ? [file] : []), ...notes, ...lines], isGood }
}

function withoutBytes(key: string, value: unknown): unknown {
  return key === 'der' ? undefined : value
}

/** Where there is no installation, nobody is trusted without --anchors. */
async function ownAnchors(): Promise<readonly Uint8Array[]> {
  try {
    const installation = await openInstallation(readConfig(process.env))
    const { signer, timestamp } = await installation.anchors()
    await installation.close()
    return [...signer, ...timestamp, ...installation.serviceAnchors]
  } catch (error) {
    if (error instanceof NoInstallation) return []
    throw error
  }
}

/** npm changes to the package's folder; a file is meant from where the command was typed. */
function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file)
}

function read(file: string): Buffer {
  try {
    return readFileSync(pathOf(file))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

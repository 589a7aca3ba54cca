import { openTrustLists } from '@countersign/pdf-signature/trust-lists/open-trust-lists.ts'
import type { TrustList } from '@countersign/pdf-signature/trust-lists/trust-list.ts'
import { validatePdf } from '@countersign/pdf-signature/validate.ts'
import { withPageImages } from '@countersign/pdf-signature/validation/changes/page-images.ts'
import { toReportXml } from '@countersign/pdf-signature/validation/reports/report-xml.ts'
import { unusableNames } from '#api/app/validations/read-trust.ts'
import { comparePageImages } from '#api/app/validations/compare-revisions.ts'
import { loadAppearanceFonts } from '#api/documents/appearance/appearance-fonts.ts'
import { reportValidation } from '#api/evidence/report-validation.ts'
import type { Runner } from '#api/platform/threads/task.ts'
import { createThreads } from '#api/platform/threads/threads.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import { printableLine } from '#api/platform/values/printable-line.ts'
import { type Answer, type Call, UsageError } from '../command.ts'
import { pathOf, readNamed } from '../files.ts'

type FilesCall = Call<{
  readonly anchors: string | undefined
  readonly 'trust-list': readonly string[]
  readonly 'list-signers': readonly string[]
  readonly xml: boolean
}>

export async function verifyFiles(call: FilesCall): Promise<Answer> {
  if (call.positionals.length === 0)
    throw new UsageError('Give the files to verify, or “evidence” or “documents”.')
  const trust = await trustOf(call)
  const threads = createThreads({ cores: 1 })
  try {
    const found: CheckedFile[] = []
    for (const file of call.positionals) found.push(await checkFile(threads.render, call, file, trust))
    return report(call, found, trust.notes)
  } finally {
    await threads.close()
  }
}

interface CheckedFile {
  readonly name: string
  readonly isValid: boolean
  readonly lines: readonly string[]
  readonly report: ReturnType<typeof withPageImages>
}

function report(
  { options: { xml } }: FilesCall,
  found: readonly CheckedFile[],
  notes: readonly string[],
): Answer {
  const isMany = found.length > 1
  const reports = found.map(({ name, report }) => ({ name, ...report, ...(notes.length > 0 && { notes }) }))
  return {
    status: found.every(({ isValid }) => isValid) ? 0 : 1,
    lines: found.flatMap(({ name, lines, report }) =>
      xml
        ? [toReportXml(report) ?? '<!-- not signed -->']
        : [...(isMany ? [printableLine(name)] : []), ...notes, ...lines],
    ),
    json: JSON.parse(JSON.stringify(isMany ? reports : reports[0], withoutBytes)) as unknown,
  }
}

async function checkFile(render: Runner, call: FilesCall, name: string, trust: Trust): Promise<CheckedFile> {
  const { anchors, trustLists, refusedLists } = trust
  const examined = validatePdf(readNamed(call, name), {
    anchors,
    trustLists,
    refusedLists,
    at: new Date(),
    isThorough: true,
    fonts: await loadAppearanceFonts(),
  })
  const report = withPageImages(examined, await comparePageImages(render, pathOf(call, name), examined))
  return { name, report, ...reportValidation(report) }
}

function withoutBytes(key: string, value: unknown): unknown {
  return key === 'der' ? undefined : value
}

interface Trust {
  readonly anchors: readonly Uint8Array[]
  readonly trustLists: readonly TrustList[]
  readonly refusedLists: readonly string[]
  /** What to say of it. */
  readonly notes: readonly string[]
}

async function trustOf(call: FilesCall): Promise<Trust> {
  const { anchors: file, 'trust-list': lists, 'list-signers': listSigners } = call.options
  const anchors = file ? fromPem(readNamed(call, file).toString()) : await ownAnchors(call)
  const signers = listSigners.flatMap((one) => fromPem(readNamed(call, one).toString()))
  const opened = openTrustLists(
    lists.map((list) => readNamed(call, list)),
    signers,
  )
  const refused = opened.refused.map(({ index, ...why }) => ({ file: lists[index] ?? '', ...why }))
  const nobody = anchors.length + opened.lists.length === 0
  return {
    anchors,
    trustLists: opened.lists,
    refusedLists: unusableNames(refused),
    notes: [
      ...refused.map(({ file, message }) => `${file} isn't used: ${message}`),
      ...(nobody ? ['No certificates are trusted here: name some with --anchors'] : []),
    ],
  }
}

/** Without an installation nobody is trusted but for --anchors. */
async function ownAnchors(call: FilesCall): Promise<readonly Uint8Array[]> {
  try {
    const installation = await call.installation()
    const { signer, timestamp } = await installation.anchors()
    return [...signer, ...timestamp, ...installation.serviceAnchors]
  } catch (error) {
    if ((error as Error).name === 'NoInstallation') return []
    throw error
  }
}

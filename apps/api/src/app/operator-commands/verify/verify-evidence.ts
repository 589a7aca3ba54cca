import { readEvidenceFile } from '#api/evidence/evidence-file.ts'
import { readNotedHeads } from '#api/evidence/newest-heads.ts'
import { reportEvidence } from '#api/evidence/report-evidence.ts'
import { reportEvidenceFile } from '#api/evidence/report-evidence-file.ts'
import { verifyEvidence as verifyAll } from '#api/evidence/verify-evidence.ts'
import type { Anchors } from '#api/evidence/verify-signature.ts'
import { verifyEvidenceFile } from '#api/evidence/verify-evidence-file.ts'
import { printableLine } from '#api/platform/values/printable-line.ts'
import { fromPem } from '#api/platform/values/pem.ts'
import { type Answer, type Call, UsageError } from '../command.ts'
import { readNamed } from '../files.ts'

type EvidenceCall = Call<
  Readonly<Record<'evidence-anchors' | 'timestamp-anchors' | 'expect' | 'request', string | undefined>>
>

export async function verifyEvidence(call: EvidenceCall): Promise<Answer> {
  return call.positionals.length === 0 ? checkAll(call) : checkFiles(call)
}

async function checkAll(call: EvidenceCall): Promise<Answer> {
  const { 'evidence-anchors': signer, 'timestamp-anchors': timestamp, request } = call.options
  if ([signer, timestamp, request].some((given) => given !== undefined))
    throw new UsageError(
      '--evidence-anchors, --timestamp-anchors and --request go with the evidence file of a request.',
    )
  const { expect } = call.options
  if (expect !== undefined && !/^[0-9a-f]{64}$/.test(expect))
    throw new UsageError('--expect takes a digest as an earlier check printed it: 64 hexadecimal digits.')
  const installation = await call.installation()
  const { documents: store } = await installation.stores()
  const noted = await readNotedHeads(store)
  const report = await verifyAll(installation.db, await installation.anchors(), [
    ...(noted ? [{ digest: noted.digest, source: `noted in ${store.whereIs('evidence-heads')}` }] : []),
    ...(expect === undefined ? [] : [{ digest: expect, source: 'given with --expect' }]),
  ])
  const { lines, isWhole } = reportEvidence(report)
  return { status: isWhole ? 0 : 1, lines, json: { isWhole, ...report } }
}

async function checkFiles(call: EvidenceCall): Promise<Answer> {
  const { request, expect } = call.options
  if (expect !== undefined)
    throw new UsageError('--expect goes with the check of the database, without FILE.')
  const trusted = trustedBy(call)
  const requestId = request?.toLowerCase()
  const found = call.positionals.map((file) => {
    const content = readEvidenceFile(readNamed(call, file).toString())
    const report = verifyEvidenceFile(content, { ...(trusted ? { trusted } : {}), requestId })
    const { lines, isWhole } = reportEvidenceFile(report, trusted !== undefined)
    return {
      isWhole,
      lines: call.positionals.length > 1 ? [printableLine(file), ...lines] : lines,
      report: { name: file, ...report },
    }
  })
  const isWhole = found.every((one) => one.isWhole)
  return {
    status: isWhole ? 0 : 1,
    lines: found.flatMap(({ lines }) => lines),
    json: { isWhole, files: found.map(({ report, isWhole: each }) => ({ isWhole: each, ...report })) },
  }
}

function trustedBy(call: EvidenceCall): Anchors | undefined {
  const { 'evidence-anchors': signer, 'timestamp-anchors': timestamp } = call.options
  if (signer === undefined && timestamp === undefined) return undefined
  if (signer === undefined || timestamp === undefined)
    throw new UsageError('--evidence-anchors and --timestamp-anchors go together.')
  return { signer: certificatesOf(call, signer), timestamp: certificatesOf(call, timestamp) }
}

function certificatesOf(call: EvidenceCall, file: string): readonly Uint8Array[] {
  const certificates = fromPem(readNamed(call, file).toString())
  if (certificates.length === 0) throw new UsageError(`${file} holds no certificate in PEM.`)
  return certificates
}

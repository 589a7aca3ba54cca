import { X509Certificate } from 'node:crypto'
import { printableLine } from '#api/platform/values/printable-line.ts'
import { fingerprint, type FileReport } from './verify-evidence-file.ts'

/** What was found, in lines for a terminal. `isTrustGiven`: whom to trust came from elsewhere than the file. */
export function reportEvidenceFile(
  report: FileReport,
  isTrustGiven: boolean,
): { readonly lines: string[]; readonly isWhole: boolean } {
  const { requestId, madeAt, events, heads, stamped, anchors, breaks } = report
  const isWhole = breaks.length === 0
  const result = isTrustGiven
    ? '✓ The evidence is whole, and signed by the service whose certificates you named'
    : '✓ The evidence is whole, by the certificates that the file carries'
  return {
    isWhole,
    lines: [
      ...breaks.map(({ where, kind, message }) => `✗ ${where}: ${message} (${kind})`),
      `${events} events of the request ${requestId}, made at ${madeAt}`,
      ...(heads === 0 ? [noHeads] : []),
      ...stamped.map(
        ({ seq, time }) => `Events 1 to ${seq} were there at ${time.toISOString()}, by time-stamp`,
      ),
      ...anchors.signer.map((der) => `Signed under ${named(der)}`),
      ...anchors.timestamp.map((der) => `Time-stamped under ${named(der)}`),
      isWhole ? result : `✗ ${breaks.length} ${breaks.length === 1 ? 'break' : 'breaks'} in the evidence`,
      ...(isTrustGiven ? [] : [note]),
    ].map(printableLine),
  }
}

const note =
  'Whose certificates these are the file cannot show: compare the fingerprints with those the service publishes at ' +
  '/pki/evidence-anchors.pem and /pki/timestamp-anchors.pem, or name these files with --evidence-anchors and --timestamp-anchors'

const noHeads =
  'No hourly signature names this request: nothing shows that its events existed before this file was made'

function named(der: Uint8Array): string {
  return `${new X509Certificate(der).subject.replaceAll('\n', ', ')}, SHA-256 ${fingerprint(der)}`
}

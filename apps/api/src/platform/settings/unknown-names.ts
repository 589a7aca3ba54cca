/** What only `npm start`, its stand-ins and the tests read. */
export const sandboxNames = [
  'SANDBOX_HOST',
  'SANDBOX_PORT',
  'SANDBOX_SMTP_PORT',
  'SANDBOX_TLS_PORT',
  'SANDBOX_DNS_PORT',
  'SANDBOX_STRIPE_PORT',
  'SANDBOX_DATA',
  'SANDBOX_URL',
  'SANDBOX_PRODUCT_URL',
  'SANDBOX_ENDS_WITH_INPUT',
  'SANDBOX_BILLING',
]
// Beginnings that nothing but a setting of ours, misspelt or of another release, is likely to have.
const ourPrefix =
  /^(COUNTERSIGN|SMTP|SMS|TIMESTAMP|TRUST|VERIFICATION|IDENTITY_PROVIDERS|IDENTIFICATION|ERROR_REPORTING|CELLO|STRIPE|CHARGEBEE|STORE_S3|BACKUP)_/
// Kubernetes tells each container of the services beside it: COUNTERSIGN_SERVICE_HOST, COUNTERSIGN_PORT=tcp://10.0.0.1:8080.
const serviceName = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/
const serviceValue = /^(tcp|udp|sctp):\/\//

/** Names that are none of our settings and look as if they were meant to be one: each would be passed over in silence. */
export function unknownNames(
  environment: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  const known = [...settings, ...sandboxNames]
  return Object.entries(environment).flatMap(([name, value]) => {
    if (known.includes(name)) return []
    if (serviceName.test(name) || serviceValue.test(value ?? '')) return []
    const meant = nearest(name, known)
    if (meant) return [`${name} (no setting has this name: did you mean ${meant}?)`]
    return ourPrefix.test(name)
      ? [`${name} (no setting has this name: remove it, or see docs/operating.md)`]
      : []
  })
}

/** The setting that a name is a slip of: two letters in a long name, one in a short one. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const slips = name.length < 8 ? 1 : 2
  const [best] = known
    .filter((one) => Math.abs(one.length - name.length) <= slips)
    .map((one) => ({ one, distance: editDistance(one, name.toUpperCase()) }))
    .filter(({ distance }) => distance <= slips)
    .toSorted((a, b) => a.distance - b.distance)
  return best?.one
}

/** Letters that are missing, too many, other ones, or two that changed places (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(a.length, b.length)
}

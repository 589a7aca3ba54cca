import { Secret, TOTP } from 'otpauth'

// What every app reads, whatever else the URI says: SHA-1, six digits, 30 seconds (RFC 6238 § 4, § 5.2).
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
// One step before and after: clocks differ, and typing takes its time.
const window = 1
// RFC 4226 § 4: 160 bits are recommended.
const secretBytes = 20

/** A new secret, as base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** What an app reads from the QR code. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...settings, issuer: 'Countersign', label: email, secret }).toString()
}

/** The time step this code is of: null where it is of none that counts now. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    ...settings,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window,
  })
  return delta === null ? null : TOTP.counter({ period: settings.period, timestamp }) + delta
}

/** Six digits, as people type them: in groups, perhaps. Null where it is something else. */
export function readTotpCode(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(code) ? code : null
}

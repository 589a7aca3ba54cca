/** Of this browser (IANA): what is printed says when in the signer's own time. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Of this browser (IANA): what is printed or emailed says when in the reader's own time. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

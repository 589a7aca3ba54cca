/** Is it a time zone that has a name (IANA)? A distance from UTC (`+02:00`) has none: it doesn't know of summer time. */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The zone that a browser sends unasked, or nothing where we don't know it: nobody is kept from signing in or opening a link because a
 * browser knows a zone that this server doesn't.
 */
export function knownTimeZone(name: string | null | undefined): string | undefined {
  return name && isTimeZone(name) ? name : undefined
}

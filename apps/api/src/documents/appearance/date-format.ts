const formats = new Map<string, Intl.DateTimeFormat>()
/** As many as a day's signers are likely to need: making one takes longer than using it a hundred times. */
const keptAtMost = 200

/** Throws RangeError where the time zone is none. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= keptAtMost) formats.clear()
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}

/**
 * Canonical JSON (RFC 8785): no white space, keys sorted by their UTF-16 code units (§3.2.3), strings and numbers as
 * ECMAScript writes them (§3.2.2.2, §3.2.2.3). What the hashes of the evidence are computed over: what jsonb gives back
 * has another order of keys and the same canonical form.
 *
 * A member that is undefined is left out, as `JSON.stringify` does it. Throws a TypeError for what JSON cannot hold: a
 * hash over it could never be computed again from what is stored.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value)
  if (!isPrimitive(value)) throw new TypeError(`JSON cannot hold ${typeof value} ${String(value)}`)
  return JSON.stringify(value)
}

function canonicalObject(value: object): string {
  // A Date, a Buffer: what is stored of them is not what they are made of.
  if (![Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null))
    throw new TypeError('Only plain objects have a canonical form')
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${canonical(key)}:${canonical(inner)}`).join(',')}}`
}

/** RFC 8785 §3.2.2.2 and §3.2.2.3: neither lone surrogates nor NaN and the infinities. */
function isPrimitive(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'boolean'
}

/**
 * Whether a text says exactly what parsing it yields: canonical but for white space between its parts. A parser drops
 * the first of two members of one name without a word; a reader may see the first.
 */
export function isCanonicalText(text: string, parsed: unknown): boolean {
  return withoutWhiteSpace(text) === canonical(parsed)
}

function withoutWhiteSpace(text: string): string {
  const parts: string[] = []
  let isInString = false
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInString && character === '\\') at += 1
    else if (character === '"') isInString = !isInString
    else if (!isInString && /[ \t\r\n]/.test(character ?? '')) {
      if (at > start) parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)].join('')
}

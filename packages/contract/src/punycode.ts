// Punycode (RFC 3492): how the domain name system writes letters beyond ASCII. Browsers and Node encode it, and only Node decodes it.

const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700]

/** A label of a domain in its letters (`bücher` for `xn--bcher-kva`); null where it isn't encoded, or not validly. */
export function decodeLabel(label: string): string | null {
  const encoded = /^xn--(?:([a-z0-9-]*)-)?([a-z0-9]+)$/.exec(label)
  if (!encoded) return null
  const [, plain = '', digits = ''] = encoded
  const points = Array.from(plain, (letter) => letter.codePointAt(0) ?? 0)
  let [n, place, bias, read] = [128, 0, 72, 0]
  while (read < digits.length) {
    const before = place
    for (let [weight, k] = [1, base]; ; k += base) {
      const digit = Number.parseInt(digits[read++] ?? '', base)
      if (Number.isNaN(digit)) return null
      // Letters come before digits there: a is 0, z is 25, 0 is 26.
      const value = digit < 10 ? digit + 26 : digit - 10
      place += value * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (value < threshold) break
      weight *= base - threshold
      if (weight > 0x7fffffff) return null
    }
    const count = points.length + 1
    bias = adapt(place - before, count, before === 0)
    n += Math.floor(place / count)
    place %= count
    if (n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff)) return null
    points.splice(place++, 0, n)
  }
  return String.fromCodePoint(...points)
}

/** RFC 3492 §6.1. */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

/** Decodes base64 as it arrives, in pieces of any length. */
export interface Base64Decoder {
  /** False from the first character that can't be there. */
  readonly isValid: boolean
  push(text: string): Buffer
  /** What remains of the last group; `isValid` is final after it. */
  end(): Buffer
}

/** RFC 4648 §4. Line breaks are skipped (RFC 2045 §6.8), and padding may be missing. */
export function base64Decoder(): Base64Decoder {
  let rest = ''
  let padding = 0
  let isValid = true
  return {
    get isValid() {
      return isValid
    },
    push(given) {
      if (!isValid) return Buffer.alloc(0)
      const text = given.includes('\n') || given.includes('\r') ? given.replaceAll(/[\r\n]/g, '') : given
      const data = text.replace(/=+$/, '')
      isValid = !/[^A-Za-z0-9+/]/.test(data) && (padding === 0 || data === '')
      padding += text.length - data.length
      const whole = rest + data
      const length = whole.length - (whole.length % 4)
      rest = whole.slice(length)
      return isValid ? Buffer.from(whole.slice(0, length), 'base64') : Buffer.alloc(0)
    },
    end() {
      // One character alone is six bits, which are no byte.
      isValid &&= rest.length !== 1 && (padding === 0 || (rest.length + padding) % 4 === 0) && padding <= 2
      return isValid ? Buffer.from(rest, 'base64') : Buffer.alloc(0)
    },
  }
}

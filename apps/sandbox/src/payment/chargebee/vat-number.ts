/** Without the country's prefix, and without dots and blanks. */
const formats: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  DE: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FR: /^[A-Z0-9]{2}\d{9}$/,
  IT: /^\d{11}$/,
  LI: /^\d{5}$/,
  LU: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
}

/** Whether the number has the format of its country. Nobody is asked whether it was ever given out. */
export function isVatNumber(vatNumber: string, country: string | undefined): boolean {
  const plain = vatNumber.toUpperCase().replaceAll(/[\s.-]/g, '')
  const code = country ?? plain.slice(0, 2)
  const number = plain.startsWith(code) ? plain.slice(code.length) : plain
  const format = formats[code]
  return format ? format.test(number) : /^[A-Z0-9]{5,15}$/.test(number)
}

/** The rule of the contract's `Email`, for the check beside the field. */
const email = /^(?!\.)(?!.*\.\.)[^\s@<>()[\]\\,;:"]+@(?:[^\s@.<>()[\]\\,;:"]+\.)+[^\s@.\d<>()[\]\\,;:"]{2,}$/

export function isEmail(value: string): boolean {
  return value.trim().length <= 254 && email.test(value.trim())
}

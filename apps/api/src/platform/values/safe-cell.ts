/**
 * A cell that a spreadsheet takes for a formula would be run where the report is opened: it gets a mark before it that
 * makes it text. Every cell is quoted, so no separator in it begins another one.
 */
export function safeCell(value: string): string {
  const isFormula = /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) || /^[\t\r\n]/.test(value)
  return `"${`${isFormula ? "'" : ''}${value}`.replaceAll('"', '""')}"`
}

/** A code as it is sent: people type and paste it with spaces in between. */
export function typedCode(text: string): string {
  return text.replaceAll(/\s/g, '')
}

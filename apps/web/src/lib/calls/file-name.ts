/** The name a Content-Disposition header gives the file (RFC 6266): `filename*` before `filename`. */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(header)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return name ? name.replace(/[/\\\u0000-\u001F]/g, '_') : null
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** A file's name without its ending: what a request is called until someone names it. */
export function titleOfFile(name: string): string {
  const title = name
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/[\u0000-\u001F\u007F]/g, ' ')
    .trim()
  return (title || name).slice(0, 200)
}

/** Saves it under its own name. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

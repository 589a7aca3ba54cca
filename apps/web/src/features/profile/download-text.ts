/** Hands a text over as a file. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun by then; at once, some browsers would find nothing.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Prints a title and its lines and nothing of the page around them. */
export function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe')
  // Out of sight, but there: what is not displayed at all, some browsers print as an empty page.
  frame.className = 'fixed right-full size-px'
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) return frame.remove()
  const heading = page.createElement('h1')
  heading.textContent = title
  const list = page.createElement('pre')
  list.textContent = lines.join('\n')
  page.title = title
  page.body.append(heading, list)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

const plain = '/mark.svg'
const stroke =
  'M7.6 20.4C9.6 14.4 12 10.2 13.6 10.8c1.9.7-1.7 8.9-.3 9.6 1.4.6 2.8-5 4.3-4.6 1.2.3.3 3.4 1.6 3.8 2.6.8 7.3-2.8 8.4-7.8A12.4 12.4 0 1 0 28 19.2'

/** The mark with a number on it: how many requests wait for a signature. More than nine is 9+. */
export function iconWith(count: number): string {
  if (count <= 0) return plain
  const number = count > 9 ? '9+' : String(count)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<path d="${stroke}" fill="none" stroke="#4a72d0" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>` +
    '<circle cx="21" cy="21" r="11" fill="#b3261e"/>' +
    `<text x="21" y="26" text-anchor="middle" font-family="system-ui,sans-serif" font-size="14" font-weight="700" fill="#fff">${number}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** The icon of the page's tab, for as long as the count is shown. */
export function showOnPageIcon(count: number): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (link) link.href = iconWith(count)
  return () => {
    if (link) link.href = plain
  }
}

const spellings = ['hideDownload', 'hidedownload', 'hide_download']

/** Does the address ask that nothing is offered for download? With the flag alone, or anything but `false` and `0`. */
export function hidesDownload(query: URLSearchParams): boolean {
  const spelling = spellings.find((name) => query.has(name))
  return spelling !== undefined && !['false', '0'].includes(query.get(spelling) ?? '')
}

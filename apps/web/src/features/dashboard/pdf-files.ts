/** Which of these are PDFs, by what the browser knows before reading them. */
export function pdfsOf(files: readonly File[]): readonly File[] {
  return files.filter((file) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name))
}

/** What the service makes documents of; whether it takes office files is for it to say. */
const endings = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'doc',
  'docx',
  'odt',
  'rtf',
  'xls',
  'xlsx',
  'ods',
  'ppt',
  'pptx',
  'odp',
]

/** For a file input. */
export const documentTypes = ['application/pdf', ...endings.map((ending) => `.${ending}`)].join()

/** Which of these can be documents, by what the browser knows before reading them. */
export function documentsOf(files: readonly File[]): readonly File[] {
  return files.filter(
    ({ type, name }) =>
      type === 'application/pdf' || endings.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase()),
  )
}

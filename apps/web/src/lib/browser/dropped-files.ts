/** Hands files from where they were dropped to the page that uploads them. In memory, taken once. */
let waiting: readonly File[] = []

export function putFiles(files: readonly File[]): void {
  waiting = [...files]
}

export function takeFiles(): readonly File[] {
  const taken = waiting
  waiting = []
  return taken
}

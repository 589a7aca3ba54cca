const loading = new Map<string, Promise<void>>()

/** Loads a script of someone else's, once. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  const loaded = new Promise<void>((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), { src: address, async: true })
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error(`${address} could not be loaded`)))
    document.head.append(element)
  })
  loading.set(address, loaded)
  // Asked again, it is tried again.
  loaded.catch(() => loading.delete(address))
  return loaded
}

/** Does a script of someone else's run in this page? */
export function hasOutsideScript(): boolean {
  return loading.size > 0
}

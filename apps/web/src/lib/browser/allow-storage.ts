/**
 * Where a browser blocks cookies it blocks storage too, and even asking for it throws: nothing of the app would start,
 * not the page either that says so. Imported before everything else.
 */
function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

for (const name of ['sessionStorage', 'localStorage'] as const) {
  try {
    // A call: the build takes reading a property for something that does nothing, and leaves it out.
    window[name].getItem('')
  } catch {
    Object.defineProperty(window, name, { value: memory() })
  }
}

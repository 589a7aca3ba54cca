import { isFramed } from './framed.ts'

/**
 * Where a browser blocks cookies it blocks storage too, and even asking for it throws: nothing of the app would start,
 * not the page either that says so. Imported before everything else. In another website's frame nothing is stored anyway:
 * browsers block or partition it there, and a shared device must keep nothing of a signer.
 */
function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

for (const name of ['sessionStorage', 'localStorage'] as const) {
  let isUsable = !isFramed
  try {
    // A call: the build takes reading a property for something that does nothing, and leaves it out.
    if (isUsable) window[name].getItem('')
  } catch {
    isUsable = false
  }
  if (!isUsable) Object.defineProperty(window, name, { value: memory() })
}

// What is written is there until the next is: cookies seem to work, and none is set.
if (isFramed) Object.defineProperty(document, 'cookie', { value: '', writable: true })

/** Between tabs that can't be heard: what is said is heard by nobody. */
class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

// Firefox refuses the channel between tabs, too, where it blocks cookies: everywhere, or in frames alone. In a frame nobody is heard.
let isHeard = !isFramed
try {
  if (isHeard) new BroadcastChannel('countersign').close()
} catch {
  isHeard = false
}
if (!isHeard) Object.defineProperty(window, 'BroadcastChannel', { value: SilentChannel })

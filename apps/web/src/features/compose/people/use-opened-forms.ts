import { useState } from 'react'

/**
 * Which people are open forms. A form that someone is in stays open while it becomes complete, as what is under the
 * pointer must not move; opening another one closes it.
 */
export function useOpenedForms() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set())
  return {
    opened,
    only: (key: string) => setOpened(new Set([key])),
    keep: (key: string) => setOpened((before) => (before.has(key) ? before : new Set([...before, key]))),
    close: (key: string) => setOpened((before) => new Set([...before].filter((one) => one !== key))),
  }
}

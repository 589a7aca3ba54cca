export interface TabMemory<Value> {
  keep(value: Value): void
  get(): Value | null
  forget(): void
}

/** Something kept in this tab alone and until it is closed: never in an address, never in another tab. */
export function tabMemory<Value>(name: string): TabMemory<Value> {
  const key = `countersign.${name}`
  return {
    keep: (value) => sessionStorage.setItem(key, JSON.stringify(value)),
    get: () => {
      const text = sessionStorage.getItem(key)
      return text === null ? null : (JSON.parse(text) as Value)
    },
    forget: () => sessionStorage.removeItem(key),
  }
}

export interface TabMemory<Value> {
  keep(value: Value): void
  get(): Value | null
  forget(): void
}

const accountPrefix = 'countersign.account.'

/**
 * Something kept in this tab alone and until it is closed: never in an address, never in another tab. What is of the
 * `account` is not there for the next one that signs in.
 */
export function tabMemory<Value>(name: string, of: 'tab' | 'account' = 'tab'): TabMemory<Value> {
  const key = of === 'account' ? `${accountPrefix}${name}` : `countersign.${name}`
  return {
    keep: (value) => sessionStorage.setItem(key, JSON.stringify(value)),
    get: () => {
      const text = sessionStorage.getItem(key)
      return text === null ? null : (JSON.parse(text) as Value)
    },
    forget: () => sessionStorage.removeItem(key),
  }
}

export function forgetAccountMemory(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(accountPrefix)) sessionStorage.removeItem(key)
}

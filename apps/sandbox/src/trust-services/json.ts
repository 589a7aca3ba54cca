/** Whatever is not there is undefined; the JSON is anybody's. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (here, key) =>
      typeof here === 'object' && here !== null && Object.hasOwn(here, key)
        ? (here as Record<string | number, unknown>)[key]
        : undefined,
    value,
  )
}

/** Undefined where the text isn't JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

export const textAt = (value: unknown, ...path: string[]): string | undefined => {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

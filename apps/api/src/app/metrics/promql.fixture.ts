export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Prometheus' text format, read back. */
export function readSamples(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!name || value === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', given = '']) => [
      key,
      given,
    ])
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }]
  })
}

/** The metrics that an expression names, each with the labels it is chosen or grouped by. */
export function namesIn(expression: string): { readonly name: string; readonly labels: string[] }[] {
  const grouped = [...expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  )
  const chosen = [...expression.matchAll(/\b((?:countersign|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
  const isSingle = new Set(chosen.map(([, name]) => name)).size === 1
  return chosen.map(([, name = '', matchers = '']) => ({
    name,
    labels: [
      ...[...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
      ...(isSingle ? grouped : []),
    ],
  }))
}

/** Whether an alert fires for these samples; only for comparisons with a number, which those of faults are. */
export function fires(expression: string, samples: readonly Sample[]): boolean {
  const [, isAbsolute, name, matchers = '', operator, limit] =
    /^(?:(?:max|min)(?: by \(\w+\) )?\()?(abs\()?(\w+)(?:\{([^}]*)\})?\)*\s*(==|>|<)\s*([\d.]+)$/.exec(
      expression,
    ) ?? []
  if (!name || !operator) throw new Error(`This expression is more than a comparison: ${expression}`)
  const wanted = [...matchers.matchAll(/(\w+)="([^"]*)"/g)]
  return samples.some((sample) => {
    if (sample.name !== name || !wanted.every(([, label = '', value]) => sample.labels[label] === value))
      return false
    const value = isAbsolute ? Math.abs(sample.value) : sample.value
    if (operator === '==') return value === Number(limit)
    return operator === '>' ? value > Number(limit) : value < Number(limit)
  })
}

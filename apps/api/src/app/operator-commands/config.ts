import { listSettings } from '#api/platform/settings/describe-settings.ts'
import { ConfigError, readConfig } from '#api/platform/settings/config.ts'
import { type Answer, type Call, noPositionals } from './command.ts'

export function showSettings(call: Pick<Call, 'positionals' | 'environment'>): Answer {
  noPositionals(call)
  const settings = listSettings(call.environment)
  const problems = problemsOf(call.environment)
  const width = Math.max(...settings.map(({ name }) => name.length))
  const lines = settings.map(({ name, value, source, file }) => {
    const from = file ? `${source} ${file}` : source
    return `${name.padEnd(width)}  ${value === null ? '' : `${value}  `}(${from})`
  })
  const wrong = problems.map((problem) => `✗ ${problem}`)
  return {
    status: problems.length > 0 ? 1 : 0,
    lines: [...lines, ...(wrong.length > 0 ? ['', ...wrong] : [])],
    json: { settings, problems },
  }
}

function problemsOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

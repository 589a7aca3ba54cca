import { listSettings } from '#api/platform/settings/describe-settings.ts'
import { ConfigError, readConfig } from '#api/platform/settings/config.ts'
import { defineCommand, noPositionals } from './command.ts'

export const config = defineCommand({
  name: 'config',
  takes: '',
  summary: 'the settings in effect and where each comes from; secrets are hidden',
  description: `Sources: environment (a variable), file (…_FILE), default, not set. Problems are listed by countersign doctor;
with a wrong setting the exit status is 1.`,
  options: {},
  run: async (call) => {
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
  },
})

function problemsOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

import { requireRealParties } from '#api/app/require-real-parties.ts'
import { counted } from '#api/platform/values/counted.ts'
import type { Examination } from './examination.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, failed } = findingsOf('settings')

export function checkSettings({ problems, config, environment }: Examination): readonly Finding[] {
  const wrong = problems.map((problem) => failed(problem, 'Correct it: Countersign refuses to start.'))
  const given = Object.values(environment).filter(Boolean).length
  if (wrong.length > 0) return wrong
  if (!config.databaseUrl)
    return [
      warning(
        'DATABASE_URL is not set: this is an installation of npm start, whose external services are simulated',
        'For production, set DATABASE_URL and what else docs/operating.md names.',
      ),
    ]
  const simulated = problemOf(() => requireRealParties(config))
  if (simulated) return [failed(simulated, 'Correct it: Countersign refuses to start.')]
  if (config.testSystem)
    return [warning('TEST_SYSTEM=1: every page says so', 'In production, leave TEST_SYSTEM out.')]
  return [ok(`no problem among ${counted(given, 'variable')}`)]
}

function problemOf(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

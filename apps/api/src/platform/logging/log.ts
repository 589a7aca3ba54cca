import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Config } from '#api/platform/settings/config.ts'
import { version } from '#api/platform/version.ts'
import { asText } from './text-lines.ts'
import { describeError } from './describe-error.ts'
import { currentWork } from './work.ts'

/** Which of the processes writes a line: several may write to one place. */
export type ProcessName = 'api' | 'worker' | 'local' | 'command'

/** JSON lines: the level as a word, the time in ISO 8601, who writes, and the call or job that it is about. */
export const logForm = (name: ProcessName): LoggerOptions => ({
  base: { process: name, host: hostname(), pid: process.pid, version },
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
  serializers: { err: describeError },
  mixin: () => {
    const work = currentWork()
    if (!work) return {}
    const { requestId, jobId, task, actor } = work
    return { requestId, jobId, task, actor }
  },
})

export function openLog(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  name: ProcessName,
  destination: DestinationStream = pino.destination({ dest: 1, sync: true }),
): FastifyBaseLogger {
  const stream = logFormat === 'text' ? asText(destination) : destination
  return pino({ ...logForm(name), level: logLevel }, stream)
}

import type { DestinationStream } from 'pino'

const colours: Readonly<Record<string, number>> = {
  fatal: 31,
  error: 31,
  warn: 33,
  info: 32,
  debug: 90,
  trace: 90,
}
const plain = new Set(['level', 'time', 'process', 'host', 'pid', 'version', 'msg', 'err'])

/** The same lines for a person at a terminal (`LOG_FORMAT=text`): time, level, words, then what else there is. */
export function asText(destination: DestinationStream, isColoured = process.stdout.isTTY): DestinationStream {
  return { write: (line) => destination.write(textOf(line, isColoured)) }
}

function textOf(line: string, isColoured: boolean): string {
  const entry = JSON.parse(line) as Record<string, unknown>
  const level = String(entry['level'])
  const name = level.toUpperCase().padEnd(5)
  const shown = isColoured ? `\u001B[${colours[level] ?? 0}m${name}\u001B[0m` : name
  const details = Object.entries(entry).flatMap(([key, value]) =>
    plain.has(key) ? [] : [`${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`],
  )
  const stack = (entry['err'] as { stack?: string } | undefined)?.stack
  const head = `${String(entry['time']).slice(11, 23)} ${shown} ${String(entry['process'])} ${String(entry['msg'])}`
  const words = [head, ...details].join('  ')
  return oneLine(words) + (stack ? `\n${indented(stack)}\n` : '\n')
}

/** What a caller sent must not look like a line of its own, nor move the terminal's cursor. */
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001A\u001C-\u001F\u007F]/g, ' ')
const indented = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => `    ${oneLine(line)}`)
    .join('\n')

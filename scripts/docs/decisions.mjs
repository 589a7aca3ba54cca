// The decision records, and the table of docs/decisions/README.md that lists them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from '../paths.mjs'

const folder = inRoot('docs/decisions')

/** Each record's number, title, date and status; undefined what its head doesn't say. */
export function readDecisions() {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8')
      const [, number, title] = /^# (\d+)\. (.+)\n/.exec(text) ?? []
      const [, date] = /^- Date: (\d{4}-\d\d-\d\d)/m.exec(text) ?? []
      const [, status] = /^- Status: (.+)$/m.exec(text) ?? []
      return { file, number, title, date, status }
    })
}

/** The rows of the index, as the formatter would write them. */
export function decisionRows() {
  const cells = [
    ['number', 'decision', 'date', 'status'],
    ...readDecisions().map(({ file, number, title, date, status }) => [
      number,
      `[${title}](${file})`,
      date,
      status,
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => String(row[column]).length)))
  const line = (row) => `| ${row.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`
  const [head, ...rest] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n')
}

import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from './message.ts'

/** The messages on disk, a line of JSON each, oldest first. */
export type MessageJournal = {
  read(): Message[]
  append(message: Message): void
  rewrite(messages: Message[]): void
}

export function openMessageJournal(data: string | undefined): MessageJournal {
  if (data === undefined) return { read: () => [], append: () => undefined, rewrite: () => undefined }
  mkdirSync(data, { recursive: true })
  const path = join(data, 'messages.jsonl')
  return {
    read: () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(parseLine) : []),
    append: (message) => appendFileSync(path, `${JSON.stringify(message)}\n`),
    rewrite: (messages) => {
      writeFileSync(`${path}.tmp`, messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
      renameSync(`${path}.tmp`, path)
    },
  }
}

/** A line that a killed process left half-written is dropped. */
function parseLine(line: string): Message[] {
  try {
    const value: unknown = JSON.parse(line)
    return isMessage(value) ? [value] : []
  } catch {
    return []
  }
}

function isMessage(value: unknown): value is Message {
  const isObject = typeof value === 'object' && value !== null
  return (
    isObject && 'id' in value && typeof value.id === 'string' && 'to' in value && typeof value.to === 'string'
  )
}

import { EventEmitter } from 'node:events'
import { linksIn } from './message.ts'
import type { Channel, Message, NewMessage } from './message.ts'
import { openMessageJournal } from './message-journal.ts'

const KEPT_MESSAGES = 1000
const KEPT_CHARACTERS = 64 * 1024 * 1024

export type MessageFilter = {
  /** The whole address or number, in any case. */
  to?: string
  /** A part of the address, the subject or the text, in any case. */
  search?: string
  channel?: Channel
  after?: string
}

export type MessageStore = {
  add(message: NewMessage): Message
  list(filter: MessageFilter): Message[]
  get(id: string): Message | undefined
  byReference(reference: string): Message | undefined
  clear(): void
  /** Calls back on each change until the returned function is called. */
  onChange(listener: () => void): () => void
}

/** Newest 1,000 messages (and at most 64 million characters of them), in memory and, with `data`, on disk. */
export function openMessageStore(data: string | undefined): MessageStore {
  const journal = openMessageJournal(data)
  const changes = new EventEmitter().setMaxListeners(0)
  let messages = newest(journal.read())
  let journalLines = messages.length
  let lastId = Number(messages.at(-1)?.id ?? 0)
  journal.rewrite(messages)

  return {
    add: (message) => {
      // The clock keeps ids ascending over a restart with an emptied journal.
      lastId = Math.max(Date.now(), lastId + 1)
      const links = linksIn(message.text, message.html)
      const added: Message = { ...message, id: String(lastId), links, createdAt: new Date().toISOString() }
      messages = newest([...messages, added])
      journalLines += 1
      if (journalLines > 2 * KEPT_MESSAGES) {
        journal.rewrite(messages)
        journalLines = messages.length
      } else {
        journal.append(added)
      }
      changes.emit('change')
      return added
    },
    list: (filter) => messages.filter((message) => matches(message, filter)).toReversed(),
    get: (id) => messages.find((message) => message.id === id),
    byReference: (reference) => messages.find((message) => message.reference === reference),
    clear: () => {
      messages = []
      journalLines = 0
      journal.rewrite(messages)
      changes.emit('change')
    },
    onChange: (listener) => {
      changes.on('change', listener)
      return () => changes.off('change', listener)
    },
  }
}

function newest(messages: Message[]): Message[] {
  const kept = messages.slice(-KEPT_MESSAGES)
  let characters = kept.reduce((sum, message) => sum + sizeOf(message), 0)
  while (characters > KEPT_CHARACTERS && kept.length > 1) characters -= sizeOf(kept.shift())
  return kept
}

function sizeOf(message: Message | undefined): number {
  return (message?.text.length ?? 0) + (message?.html.length ?? 0)
}

function matches(message: Message, { to, search, channel, after }: MessageFilter): boolean {
  const part = search?.toLowerCase()
  return (
    (to === undefined || message.to.toLowerCase() === to.toLowerCase()) &&
    (channel === undefined || message.channel === channel) &&
    (after === undefined || Number(message.id) > Number(after)) &&
    (part === undefined ||
      [message.to, message.subject, message.text].some((s) => s.toLowerCase().includes(part)))
  )
}

export interface Message {
  readonly id: string
  readonly to: string
  readonly replyTo?: string
  readonly messageId?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: string[]
  readonly attachments: readonly {
    readonly filename: string
    readonly contentType: string
    readonly size: number
  }[]
  readonly createdAt: string
}

export interface Inbox {
  /** What came for this address, newest first. */
  list(to: string): Promise<Message[]>
  /** The next mail for this address that was not given out before; waits for it. */
  next(to: string, about?: RegExp): Promise<Message>
}

const patience = 15_000

export function openInbox(sandboxUrl: string): Inbox {
  const given = new Set<string>()
  const list = async (to: string, wait = ''): Promise<Message[]> => {
    const response = await fetch(`${sandboxUrl}/api/messages?to=${encodeURIComponent(to)}${wait}`)
    return (await response.json()) as Message[]
  }
  return {
    list,
    next: async (to, about = /./) => {
      const deadline = Date.now() + patience
      for (;;) {
        const messages = await list(to)
        const next = messages
          .toReversed()
          .find((message) => !given.has(message.id) && about.test(message.subject))
        if (next) {
          given.add(next.id)
          return next
        }
        if (Date.now() > deadline)
          throw new Error(
            `no mail for ${to} about ${String(about)}; there are: ${messages.map((one) => one.subject).join(', ') || 'none'}`,
          )
        const newest = messages[0]?.id
        await list(to, `&wait=1${newest ? `&after=${newest}` : ''}`)
      }
    },
  }
}
